import type { InjectOptions } from 'fastify';
import type { users } from '#drizzle/schema/accounts.ts';
import { makeUser } from '#server/demo/builders.ts';
import { hashPassword } from '#server/session/passwords.ts';
import type { TestApp } from '#tests/helpers/app.ts';

export const password = 'Str0ng!Haul7x';

let hash: Promise<string> | undefined;

/** An account that can sign in with {@link password}. */
export async function makeAccount(t: TestApp, overrides: Partial<typeof users.$inferInsert> = {}) {
  hash ??= hashPassword(password);
  return makeUser(t.services.db, { passwordHash: await hash, ...overrides } as Parameters<typeof makeUser>[1]);
}

export const credentials = (email: string, overrides: object = {}) => ({
  email,
  password,
  device_id: 'abcd1234',
  role: 'employer',
  ...overrides,
});

/** A log-in through the REST door, from an address of one's own. */
export async function logIn(t: TestApp, email: string, overrides: object = {}, ip = '198.51.100.1') {
  const options: InjectOptions = {
    method: 'POST',
    url: '/api/1.0/auth/login',
    payload: credentials(email, overrides),
    remoteAddress: ip,
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

/** A call of the web's door: cookies in, cookies out. */
export async function web(
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
  const kept = response.cookies.filter((one) => one.name === 'refreshToken');
  const body = response.json() as {
    result?: { data: Record<string, unknown> };
    error?: { data: { code: string; httpStatus: number } };
  };
  return {
    status: response.statusCode,
    data: body.result?.data,
    code: body.error?.data.code,
    kept,
    cookie: kept[0]?.value ?? null,
  };
}
