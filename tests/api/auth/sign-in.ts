import type { AddressInfo } from 'node:net';
import type { InjectOptions } from 'fastify';
import type { users } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { makeUser } from '#server/demo/builders.ts';
import { hashPassword } from '#server/session/passwords.ts';
import type { TestApp } from '#tests/helpers/app.ts';

export const password = 'Str0ng!Haul7x';

let hash: Promise<string> | undefined;

/** An account that can sign in with {@link password}. */
export async function makeAccount(t: TestApp, overrides: Partial<typeof users.$inferInsert> = {}) {
  hash ??= hashPassword(password);
  return makeUser(t.services.db, { passwordHash: await hash, ...overrides });
}

export const credentials = (email: string, overrides: object = {}) => ({
  email,
  password,
  device_id: 'abcd1234',
  role: 'employer',
  ...overrides,
});

/** Signs in through REST from a separate network address. */
export async function logIn(
  t: TestApp,
  email: string,
  overrides: object = {},
  ip = '198.51.100.1',
  headers: InjectOptions['headers'] = {},
) {
  const options: InjectOptions = {
    method: 'POST',
    url: '/api/1.0/auth/login',
    payload: credentials(email, overrides),
    remoteAddress: ip,
    headers,
  };
  const response = await t.app.inject(options);
  return { status: response.statusCode, headers: response.headers, ...(response.json() as Answer) };
}

type Tokens = { accessToken: string; refreshToken: string };
type Login = Tokens & {
  firstName: string;
  lastName: string;
  email: string;
  phone: string | null;
  termsAcceptedAt: string | null;
  userRoles: string[];
  profileComplete: boolean;
  timezone: string;
  ssnLogin: boolean;
  mustChangePassword: boolean;
  redirect: string;
};
type Answer = { data: Login; errors: { message: string; code: string; field?: string }[]; message: string };

/** Sends a request as the web does, with cookies. */
export async function callFromWeb(
  t: TestApp,
  procedure: string,
  input: object = {},
  { cookie, token }: { cookie?: string | null; token?: string } = {},
) {
  const response = await t.app.inject({
    method: 'POST',
    url: `/trpc/${procedure}`,
    payload: input,
    headers: { ...(cookie ? { cookie: `refreshToken=${cookie}` } : {}), ...(token ? { authorization: `Bearer ${token}` } : {}) },
  });
  const storedCookies = response.cookies.filter((one) => ['refreshToken', '__Host-refreshToken'].includes(one.name));
  const body = response.json() as {
    result?: { data: Record<string, unknown> };
    error?: { data: { code: string; httpStatus: number; challenge: { token: string } | null } };
  };
  return {
    status: response.statusCode,
    data: body.result?.data,
    code: body.error?.data.code,
    challenge: body.error?.data.challenge?.token,
    storedCookies,
    cookie: storedCookies[0]?.value ?? null,
  };
}

/** A live stream over a real connection, opened as an `EventSource` opens it. */
export async function openStream(t: TestApp, connectionParams: Record<string, string>) {
  if (!t.app.server.listening) await t.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = t.app.server.address() as AddressInfo;
  const query = new URLSearchParams({ connectionParams: JSON.stringify(connectionParams) });
  const closing = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}/trpc/jobs.live?${query}`, {
    headers: { accept: 'text/event-stream' },
    signal: closing.signal,
  });
  const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
  /** Publishes events of the company until the stream receives one, refuses or ends. */
  const listenOnce = async (companyId: string = newId()): Promise<'news' | 'refused' | 'the end'> => {
    const { db, events } = t.services;
    const publish = () => db.transaction((tx) => events.publish(tx, { type: 'job', companyId, jobId: newId() }));
    const publishing = setInterval(() => void publish(), 50);
    try {
      for (let { value } = await reader.read(); value !== undefined; { value } = await reader.read()) {
        if (value.includes('serialized-error')) return 'refused';
        if (value.includes('jobId')) return 'news';
      }
      return 'the end';
    } finally {
      clearInterval(publishing);
    }
  };
  return { hear: listenOnce, close: () => closing.abort() };
}

/** What an administrator's stream receives, which is every company's events, with another secret instead of its ticket. */
export async function streamWith(t: TestApp, connectionParams: Record<string, string>) {
  const { hear: listenOnce, close } = await openStream(t, connectionParams);
  return listenOnce().finally(close);
}
