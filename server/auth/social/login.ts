import { usedTokens } from '#drizzle/schema/accounts.ts';
import type { Database } from '#server/db/open.ts';
import { AppError } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import { type Client, type SessionTokens, startSession } from '#server/session/sessions.ts';
import { addressKey, countHit } from '#server/session/throttle.ts';
import type { SocialLoginRequest } from '#shared/accounts/social.ts';
import { socialAccount } from './account.ts';
import { readFacebookAccessToken } from './facebook.ts';
import { readIdToken } from './id-token.ts';
import { notConfirmed, providerOf, type Vouched } from './provider.ts';
import { nonceOfTicket } from './start.ts';

const perAddress = { most: 120, windowSeconds: 60 * 60 };

/** Signs a driver in on a provider's word (`spec: access §3 Social login request`, `product: Accounts and sessions`). */
export async function socialLogin(
  services: Services,
  request: SocialLoginRequest,
  from: Omit<Client, 'deviceId'>,
): Promise<SessionTokens> {
  const { db, keys, log } = services;
  await countHit(db, { bucket: 'social_login', key: addressKey(from.ip) }, perAddress);
  const { person, uses } = await vouchedFor(services, request, from.kind).catch((error: unknown) => {
    if (error instanceof AppError) log.info({ source: request.source, code: error.code }, 'A social log-in was refused');
    throw error;
  });
  await spend(db, uses);
  const named = {
    ...person,
    firstName: person.firstName ?? request.firstName ?? null,
    lastName: person.lastName ?? request.lastName ?? null,
  };
  const account = await socialAccount(db, { person: named, hasAcceptedTerms: request.tnTermsAccepted, ip: from.ip });
  return startSession(db, keys, account, { ...from, deviceId: request.deviceId });
}

const isJwt = (token: string) => /^[\w-]+\.[\w-]*\.[\w-]*$/.test(token);

/** The web brings an ID token that answers its own ticket; other clients keep their nonces to themselves. */
async function vouchedFor(
  { settings, keys }: Services,
  { token, source, ticket }: SocialLoginRequest,
  kind: Client['kind'],
): Promise<Vouched> {
  const provider = providerOf(settings, source);
  const nonce = ticket ? await nonceOfTicket(keys, ticket, source) : null;
  if (nonce === null && (ticket || kind === 'web')) throw notConfirmed(source);
  if (source === 'facebook' && nonce === null && !isJwt(token))
    return readFacebookAccessToken(providerOf(settings, 'facebook'), token);
  return readIdToken(provider, { token, source, nonce });
}

/** @throws unauthenticated for a token, or a nonce, that has signed somebody in before */
async function spend(db: Database, uses: Vouched['uses']): Promise<void> {
  const first = await db.insert(usedTokens).values(uses).onConflictDoNothing().returning({ id: usedTokens.id });
  if (first.length < uses.length) throw new AppError('unauthenticated', 'This sign-in was already used. Try again.');
}
