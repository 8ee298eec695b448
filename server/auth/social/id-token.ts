import { createHash } from 'node:crypto';
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { serviceFetch } from '#server/http/outgoing.ts';
import type { OidcProvider } from '#server/settings/social-settings.ts';
import type { SocialSource } from '#shared/accounts/sign-in.ts';
import { isWebNonce, type EmailProof, identityNotConfirmed, unreachable, type VerifiedIdentity } from './start.ts';

type SubmittedIdToken = {
  token: string;
  source: SocialSource;
  /** The nonce that the token must have. Null if the client checks the nonce itself. */
  nonce: string | null;
};

const timeoutMs = 3000;
const keySets = new Map<string, JWTVerifyGetKey>();

/** Returns the provider's cached keys. If a token names an unknown key, they are read again, at most every 30 seconds. */
function getKeySet(url: string): JWTVerifyGetKey {
  const cached = keySets.get(url);
  if (cached) return cached;
  const options = { timeoutDuration: timeoutMs, cooldownDuration: 30_000, [customFetch]: serviceFetch(url, timeoutMs) };
  const keySet = createRemoteJWKSet(new URL(url), options);
  keySets.set(url, keySet);
  return keySet;
}

/** Whether the token caused the error. All other errors mean that the provider's keys could not be read. */
const isTokenError = (error: unknown) =>
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys ||
  error instanceof errors.JOSENotSupported;

/**
 * Verifies an ID token. The provider must have signed it recently with RS256, for our client id and nonce.
 * @throws unauthenticated if the token is invalid, provider_failed if the provider's keys cannot be read
 */
export async function readIdToken(provider: OidcProvider, submitted: SubmittedIdToken): Promise<VerifiedIdentity> {
  const { token, source, nonce } = submitted;
  const keys = getKeySet(provider.jwksUrl);
  const payload = await jwtVerify(
    token,
    async (header, input) => {
      try {
        return await keys(header, input);
      } catch (error) {
        throw isTokenError(error) ? error : unreachable(source);
      }
    },
    {
      issuer: provider.issuers,
      audience: provider.clientIds,
      algorithms: ['RS256'],
      clockTolerance: 5,
      maxTokenAge: '10m',
      requiredClaims: ['sub', 'iat', 'exp'],
    },
  ).then(
    (verified) => verified.payload,
    (error: unknown) => {
      throw error instanceof errors.JOSEError ? identityNotConfirmed(source) : error;
    },
  );
  const { sub, exp } = payload;
  const hasExpectedNonce = nonce === null ? !isWebNonce(payload['nonce']) : payload['nonce'] === nonce;
  if (typeof sub !== 'string' || !sub || sub.length > 255 || !exp || !hasExpectedNonce || !isForOurClient(payload, provider))
    throw identityNotConfirmed(source);
  const expiresAt = new Date((exp + 60) * 1000);
  return {
    person: {
      source,
      subject: sub,
      email: toText(payload['email']),
      emailProof: toEmailProof(payload['email_verified'], source),
      firstName: toText(payload['given_name']),
      lastName: toText(payload['family_name']),
    },
    usedTokenIds: [
      { id: `social:${source}:${hashOf(token)}`, expiresAt },
      ...(nonce ? [{ id: `social-nonce:${nonce}`, expiresAt }] : []),
    ],
  };
}

/** If the token has several audiences or names an authorized party, the authorized party must be us. */
function isForOurClient({ aud, azp }: JWTPayload, { clientIds }: OidcProvider): boolean {
  if (azp === undefined) return !Array.isArray(aud) || aud.length === 1;
  return typeof azp === 'string' && clientIds.includes(azp);
}

const toText = (claim: unknown) => (typeof claim === 'string' && claim.trim() ? claim.trim() : null);

/** Apple sends the claim as a string. Facebook has no such claim and does not say whether the address is verified. */
function toEmailProof(claim: unknown, source: SocialSource): EmailProof {
  if (claim === true || claim === 'true') return 'verified';
  return claim === undefined && source === 'facebook' ? 'unstated' : 'unverified';
}

/** Hashes the signed part only, because the same signature can be encoded in several ways. */
function hashOf(token: string): string {
  return createHash('sha256')
    .update(token.slice(0, token.lastIndexOf('.')))
    .digest('base64url');
}
