import { createHash } from 'node:crypto';
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { fetchOutside } from '#server/outside.ts';
import type { OidcProvider } from '#server/social-settings.ts';
import type { SocialSource } from '#shared/accounts/social-sources.ts';
import { type EmailProof, notConfirmed, unreachable, type Vouched } from './provider.ts';
import { isNonceOfWeb } from './start.ts';

type Presented = {
  token: string;
  source: SocialSource;
  /** What the token's nonce must be; null where the client kept its own and never told us. */
  nonce: string | null;
};

const mostMs = 3000;
const keySets = new Map<string, JWTVerifyGetKey>();

/** The provider's keys, read once and again when a token names one that is new, at most every half a minute. */
function keysAt(url: string): JWTVerifyGetKey {
  const known = keySets.get(url);
  if (known) return known;
  const options = { timeoutDuration: mostMs, cooldownDuration: 30_000, [customFetch]: fetchOutside(url, mostMs) };
  const made = createRemoteJWKSet(new URL(url), options);
  keySets.set(url, made);
  return made;
}

/** Failures that speak of the token; any other is the provider's, whose keys could not be read. */
const isOfToken = (error: unknown) =>
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys ||
  error instanceof errors.JOSENotSupported;

/**
 * An ID token as it should be: signed by the provider with RS256, for us, lately, in answer to our nonce.
 * @throws unauthenticated when it is not, provider_failed when the provider's keys cannot be read
 */
export async function readIdToken(provider: OidcProvider, presented: Presented): Promise<Vouched> {
  const { token, source, nonce } = presented;
  const keys = keysAt(provider.jwksUrl);
  const payload = await jwtVerify(
    token,
    async (header, input) => {
      try {
        return await keys(header, input);
      } catch (error) {
        throw isOfToken(error) ? error : unreachable(source);
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
      throw error instanceof errors.JOSEError ? notConfirmed(source) : error;
    },
  );
  const { sub, exp } = payload;
  const isAnswer = nonce === null ? !isNonceOfWeb(payload['nonce']) : payload['nonce'] === nonce;
  if (typeof sub !== 'string' || !sub || sub.length > 255 || !exp || !isAnswer || !isForUs(payload, provider))
    throw notConfirmed(source);
  const expiresAt = new Date((exp + 60) * 1000);
  return {
    person: {
      source,
      subject: sub,
      email: textOf(payload['email']),
      emailProof: proofOf(payload['email_verified'], source),
      firstName: textOf(payload['given_name']),
      lastName: textOf(payload['family_name']),
    },
    uses: [
      { id: `social:${source}:${hashOf(token)}`, expiresAt },
      ...(nonce ? [{ id: `social-nonce:${nonce}`, expiresAt }] : []),
    ],
  };
}

/** Of a token for several, and of one that names whom it was handed to, that one is us. */
function isForUs({ aud, azp }: JWTPayload, { clientIds }: OidcProvider): boolean {
  if (azp === undefined) return !Array.isArray(aud) || aud.length === 1;
  return typeof azp === 'string' && clientIds.includes(azp);
}

const textOf = (claim: unknown) => (typeof claim === 'string' && claim.trim() ? claim.trim() : null);

/** Apple writes yes as a text. Facebook has no such claim: it does not say whether an address is the person's own. */
function proofOf(claim: unknown, source: SocialSource): EmailProof {
  if (claim === true || claim === 'true') return 'verified';
  return claim === undefined && source === 'facebook' ? 'unstated' : 'unverified';
}

/** The signed part, because a signature can be spelled in more than one way. */
function hashOf(token: string): string {
  return createHash('sha256')
    .update(token.slice(0, token.lastIndexOf('.')))
    .digest('base64url');
}
