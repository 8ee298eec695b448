import { createHash, createHmac } from 'node:crypto';
import * as z from 'zod';
import { usedTokens } from '#drizzle/schema/accounts.ts';
import { hasSecondFactor, secondFactorRequired } from '#server/auth/factors/check-factor.ts';
import { findOwnOrigin } from '#server/auth/sign-in/check-provider.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, invalid } from '#server/errors.ts';
import { requestService } from '#server/http/outgoing.ts';
import { toAddressKey, countHit } from '#server/limits/throttle.ts';
import type { Services } from '#server/services.ts';
import { type Client, type SessionTokens, startSession } from '#server/session/sessions.ts';
import type { FacebookProvider } from '#server/settings/social-settings.ts';
import type { SocialLoginRequest } from '#shared/accounts/auth.ts';
import { dayMs } from '#shared/days.ts';
import { text } from '#shared/texts/texts.ts';
import { resolveSocialAccount } from './account.ts';
import { readIdToken } from './id-token.ts';
import { readTicketNonce, identityNotConfirmed, getProvider, type VerifiedIdentity, unreachable } from './start.ts';

const timeoutMs = 5000;
/** Facebook limits access to a person's data to 90 days, so a token without an expiration is remembered that long. */
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
 * Reads a Facebook access token. Another app's token can read `/me` too, so Facebook is asked which person and app this
 * token was issued to. Facebook returns the email address only with permission, and never says whether it is verified.
 * @throws unauthenticated if the token was not issued to us, provider_failed if Facebook does not answer
 */
async function readFacebookAccessToken(provider: FacebookProvider, token: string): Promise<VerifiedIdentity> {
  const { appSecret, clientIds, graphUrl } = provider;
  if (!appSecret) throw invalid('token', text('errors.facebookAccessTokenRefused'));
  const appId = clientIds[0] ?? '';
  const inspected = await callFacebook(`${graphUrl}/debug_token`, { input_token: token, access_token: `${appId}|${appSecret}` });
  if (!inspected.isOk) throw unreachable('facebook');
  const { data } = parseBody(inspectionSchema, inspected.body);
  const endsAt = (data.expires_at ?? 0) * 1000;
  const isAlive = data.is_valid === true && (endsAt === 0 || endsAt > Date.now());
  if (!isAlive || data.app_id !== appId || data.type !== 'USER' || !data.user_id) throw identityNotConfirmed('facebook');
  const profile = await callFacebook(`${graphUrl}/me`, {
    fields: 'id,email,first_name,last_name',
    access_token: token,
    appsecret_proof: createHmac('sha256', appSecret).update(token).digest('hex'),
  });
  if (!profile.isOk) throw identityNotConfirmed('facebook');
  const facebookPerson = parseBody(personSchema, profile.body);
  if (facebookPerson.id !== data.user_id) throw identityNotConfirmed('facebook');
  const id = `social:facebook:${createHash('sha256').update(token).digest('base64url')}`;
  return {
    person: {
      source: 'facebook',
      subject: facebookPerson.id,
      email: facebookPerson.email ?? null,
      emailProof: 'unstated',
      firstName: facebookPerson.first_name ?? null,
      lastName: facebookPerson.last_name ?? null,
    },
    usedTokenIds: [{ id, expiresAt: new Date(endsAt || Date.now() + longestMs) }],
  };
}

/** Calls Facebook. The URLs contain tokens, so they are never logged or put into an error. */
async function callFacebook(address: string, query: Record<string, string>): Promise<{ isOk: boolean; body: unknown }> {
  try {
    const url = `${address}?${new URLSearchParams(query).toString()}`;
    const { status, ok, text } = await requestService(url, { service: address, timeoutMs });
    if (status >= 500) throw unreachable('facebook');
    return { isOk: ok, body: JSON.parse(text) as unknown };
  } catch {
    throw unreachable('facebook');
  }
}

function parseBody<Shape extends z.ZodType>(schema: Shape, body: unknown): z.infer<Shape> {
  const result = schema.safeParse(body);
  if (!result.success) throw unreachable('facebook');
  return result.data;
}

const perAddress = { maxHits: 120, windowSeconds: 60 * 60 };

/** Signs a driver in with a provider's token (`docs/product/access.md#social-sign-in`). */
export async function socialLogin(
  services: Services,
  request: SocialLoginRequest,
  client: Omit<Client, 'deviceId'>,
): Promise<SessionTokens> {
  const { db, log } = services;
  await countHit(db, { bucket: 'social_login', key: toAddressKey(client.ip) }, perAddress);
  const { person, usedTokenIds: uses } = await verifyIdentity(services, request, client.kind).catch((error: unknown) => {
    if (error instanceof AppError) log.info({ source: request.source, code: error.code }, 'A social log-in was refused');
    throw error;
  });
  await markTokensUsed(db, uses);
  const names = {
    ...person,
    firstName: person.firstName ?? request.firstName ?? null,
    lastName: person.lastName ?? request.lastName ?? null,
  };
  const account = await resolveSocialAccount(db, {
    person: names,
    hasAcceptedTerms: request.tnTermsAccepted,
    ip: client.ip,
    language: client.language,
  });
  const origin = await findOwnOrigin(db, account);
  const { deviceId, tnTermsAccepted } = request;
  const signInRequest = { deviceId, createRole: false, tnTermsAccepted, providerCompanyId: null };
  if (await hasSecondFactor(db, account.id)) throw await secondFactorRequired(services, account, signInRequest, client);
  return startSession(db, services, account, { ...client, deviceId }, origin);
}

const isJwt = (token: string) => /^[\w-]+\.[\w-]*\.[\w-]*$/.test(token);

/** The web sends an ID token whose nonce comes from its ticket. Other clients check their nonces themselves. */
async function verifyIdentity(
  { settings, keys }: Services,
  { token, source, ticket }: SocialLoginRequest,
  kind: Client['kind'],
): Promise<VerifiedIdentity> {
  const provider = getProvider(settings, source);
  const nonce = ticket ? await readTicketNonce(keys, ticket, source) : null;
  if (nonce === null && (ticket || kind === 'web')) throw identityNotConfirmed(source);
  if (source === 'facebook' && nonce === null && !isJwt(token))
    return readFacebookAccessToken(getProvider(settings, 'facebook'), token);
  return readIdToken(provider, { token, source, nonce });
}

/** @throws unauthenticated if the token or its nonce was used to sign in before */
async function markTokensUsed(db: Database, uses: VerifiedIdentity['usedTokenIds']): Promise<void> {
  const insertedTokens = await db.insert(usedTokens).values(uses).onConflictDoNothing().returning({ id: usedTokens.id });
  if (insertedTokens.length < uses.length) throw new AppError('unauthenticated', text('errors.signInAlreadyUsed'));
}
