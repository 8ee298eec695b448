import { usedTokens } from '#drizzle/schema/accounts.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, invalid } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import { type Client, type SessionTokens, startSession } from '#server/session/sessions.ts';
import { addressKey, countHit } from '#server/session/throttle.ts';
import type { SocialLoginRequest } from '#shared/accounts/auth.ts';
import { isFactorSet, secondFactorRequired } from '#server/auth/factors/check-factor.ts';
import { assertNoProviderRequired } from '#server/auth/sign-in/check-provider.ts';
import { socialAccount } from './account.ts';
import { readIdToken } from './id-token.ts';
import { nonceOfTicket, identityNotConfirmed, providerOf, type VerifiedIdentity, unreachable } from './start.ts';
import { createHash, createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { requestOutside } from '#server/outside.ts';
import type { FacebookProvider } from '#server/social-settings.ts';
import { dayMs } from '#shared/days.ts';
import { text } from '#shared/texts/texts.ts';

const timeoutMs = 5000;
/** How long a token without an expiration is remembered: as long as Facebook lets its data be read. */
const longestMs = 90 * dayMs;

const inspectionSchema = z.object({
  data: z.object({
    app_id: z.optional(z.string()),
    type: z.optional(z.string()),
    is_valid: z.optional(z.boolean()),
    expires_at: z.optional(z.number()),
    user_id: z.optional(z.string()),
  }),
});
const personSchema = z.object({
  id: z.string(),
  email: z.optional(z.string()),
  first_name: z.optional(z.string()),
  last_name: z.optional(z.string()),
});

/**
 * Reads a classic access token. Another app's token can read `/me` too, so Facebook is asked which person and app this
 * token was issued to. Facebook returns the address only with permission, and never says whether it is verified.
 * @throws unauthenticated when the token was not issued to us, provider_failed when Facebook cannot be asked
 */
async function readFacebookAccessToken(provider: FacebookProvider, token: string): Promise<VerifiedIdentity> {
  const { appSecret, clientIds, graphUrl } = provider;
  if (!appSecret) throw invalid('token', text('errors.facebookAccessTokensArentAccepted'));
  const appId = clientIds[0] ?? '';
  const inspected = await ask(`${graphUrl}/debug_token`, { input_token: token, access_token: `${appId}|${appSecret}` });
  if (!inspected.isOk) throw unreachable('facebook');
  const { data } = read(inspectionSchema, inspected.body);
  const endsAt = (data.expires_at ?? 0) * 1000;
  const isAlive = data.is_valid === true && (endsAt === 0 || endsAt > Date.now());
  if (!isAlive || data.app_id !== appId || data.type !== 'USER' || !data.user_id) throw identityNotConfirmed('facebook');
  const profile = await ask(`${graphUrl}/me`, {
    fields: 'id,email,first_name,last_name',
    access_token: token,
    appsecret_proof: createHmac('sha256', appSecret).update(token).digest('hex'),
  });
  if (!profile.isOk) throw identityNotConfirmed('facebook');
  const me = read(personSchema, profile.body);
  if (me.id !== data.user_id) throw identityNotConfirmed('facebook');
  const id = `social:facebook:${createHash('sha256').update(token).digest('base64url')}`;
  return {
    person: {
      source: 'facebook',
      subject: me.id,
      email: me.email ?? null,
      emailProof: 'unstated',
      firstName: me.first_name ?? null,
      lastName: me.last_name ?? null,
    },
    uses: [{ id, expiresAt: new Date(endsAt || Date.now() + longestMs) }],
  };
}

/** URLs contain tokens, so they are never logged or put into an error. */
async function ask(address: string, query: Record<string, string>): Promise<{ isOk: boolean; body: unknown }> {
  try {
    const url = `${address}?${new URLSearchParams(query).toString()}`;
    const { status, ok, text } = await requestOutside(url, { service: address, timeoutMs });
    if (status >= 500) throw unreachable('facebook');
    return { isOk: ok, body: JSON.parse(text) as unknown };
  } catch {
    throw unreachable('facebook');
  }
}

function read<Shape extends z.ZodMiniType>(schema: Shape, body: unknown): z.infer<Shape> {
  const result = schema.safeParse(body);
  if (!result.success) throw unreachable('facebook');
  return result.data;
}

const perAddress = { maxHits: 120, windowSeconds: 60 * 60 };

/** Signs a driver in with a provider's token (`docs/product/access.md#social-sign-in`). */
export async function socialLogin(
  services: Services,
  request: SocialLoginRequest,
  from: Omit<Client, 'deviceId'>,
): Promise<SessionTokens> {
  const { db, log } = services;
  await countHit(db, { bucket: 'social_login', key: addressKey(from.ip) }, perAddress);
  const { person, uses } = await verifyIdentity(services, request, from.kind).catch((error: unknown) => {
    if (error instanceof AppError) log.info({ source: request.source, code: error.code }, 'A social log-in was refused');
    throw error;
  });
  await spend(db, uses);
  const names = {
    ...person,
    firstName: person.firstName ?? request.firstName ?? null,
    lastName: person.lastName ?? request.lastName ?? null,
  };
  const account = await socialAccount(db, {
    person: names,
    hasAcceptedTerms: request.tnTermsAccepted,
    ip: from.ip,
    language: from.language,
  });
  await assertNoProviderRequired(db, account.id);
  const first = { deviceId: request.deviceId, createRole: false, tnTermsAccepted: request.tnTermsAccepted };
  if (await isFactorSet(db, account.id)) throw await secondFactorRequired(services, account, first, from);
  return startSession(db, services, account, { ...from, deviceId: request.deviceId });
}

const isJwt = (token: string) => /^[\w-]+\.[\w-]*\.[\w-]*$/.test(token);

/** The web sends an ID token for the nonce of its ticket. Other clients keep their nonces to themselves. */
async function verifyIdentity(
  { settings, keys }: Services,
  { token, source, ticket }: SocialLoginRequest,
  kind: Client['kind'],
): Promise<VerifiedIdentity> {
  const provider = providerOf(settings, source);
  const nonce = ticket ? await nonceOfTicket(keys, ticket, source) : null;
  if (nonce === null && (ticket || kind === 'web')) throw identityNotConfirmed(source);
  if (source === 'facebook' && nonce === null && !isJwt(token))
    return readFacebookAccessToken(providerOf(settings, 'facebook'), token);
  return readIdToken(provider, { token, source, nonce });
}

/** @throws unauthenticated for a token, or a nonce, that was used to sign in before */
async function spend(db: Database, uses: VerifiedIdentity['uses']): Promise<void> {
  const first = await db.insert(usedTokens).values(uses).onConflictDoNothing().returning({ id: usedTokens.id });
  if (first.length < uses.length) throw new AppError('unauthenticated', text('errors.thisSignAlreadyUsedTry'));
}
