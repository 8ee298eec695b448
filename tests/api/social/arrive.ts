import { eq } from 'drizzle-orm';
import { identities, users } from '#drizzle/schema/accounts.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import type { SocialSource } from '#shared/accounts/sign-in.ts';
import type { TestApp } from '#tests/helpers/app.ts';

type Answer = {
  data: { accessToken: string; refreshToken: string };
  errors: { message: string; code: string; field?: string }[];
  message: string;
};

/** The call of a legacy client from a separate network address, so that tests do not share a rate limit. */
export async function arrive(t: TestApp, source: SocialSource, token: string, more: object = {}, ip = newAddress()) {
  const response = await t.app.inject({
    method: 'POST',
    url: '/api/1.0/auth/login/social',
    payload: { token, source, device_id: 'abcd1234', device_token: 'apns-1', ...more },
    remoteAddress: ip,
  });
  return { status: response.statusCode, ...(response.json() as Answer) };
}

let addressCount = 0;
export const newAddress = () => `2001:db8:${(++addressCount).toString(16)}::7`;

/** The account of the answer's access token. */
export async function signedInAs(t: TestApp, { data }: Pick<Answer, 'data'>) {
  const { body } = await t.callRest('GET', '/user', { token: data.accessToken });
  return body.data as { id: string; email: string; firstName: string; lastName: string; roles: string[] };
}

export const accountByEmail = async (t: TestApp, email: string) =>
  (await t.services.db.select().from(users).where(eq(users.email, email)))[0];
export const identitiesOf = (t: TestApp, userId: string) =>
  t.services.db.select().from(identities).where(eq(identities.userId, userId));
export const emailsTo = (t: TestApp, email: string) => t.services.db.select().from(outbox).where(eq(outbox.recipient, email));
