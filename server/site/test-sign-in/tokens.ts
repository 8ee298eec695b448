import { createHash, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import type { SocialSource } from '#shared/accounts/social-sources.ts';

/** The person that a demo visitor chose to be. */
export type TestPerson = { email: string; firstName: string; lastName: string; isVerified: boolean };

type Asked = { issuer: string; clientId: string; nonce: string | null };
type AccessToken = { person: TestPerson; subject: string; appId: string; expiresAt: number };

const lifeSeconds = 600;

/** A person keeps one id per provider, as with a real one, so that a second visit finds the same account. */
export const subjectOf = (source: SocialSource, { email }: TestPerson): string =>
  createHash('sha256').update(`${source}:${email.toLowerCase()}`).digest('hex').slice(0, 24);

/** The signing keys and issued tokens of one test provider, created when first needed and kept in memory. */
export function createIssuer(source: SocialSource) {
  const kid = randomUUID();
  let pair: ReturnType<typeof generateKeyPair> | undefined;
  const keys = () => (pair ??= generateKeyPair('RS256'));
  return {
    jwks: async (): Promise<{ keys: JWK[] }> => {
      const { publicKey } = await keys();
      return { keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }] };
    },
    idToken: async (person: TestPerson, { issuer, clientId, nonce }: Asked): Promise<string> => {
      const { privateKey } = await keys();
      return new SignJWT({ ...claimsOf(source, person), ...(nonce ? { nonce } : {}) })
        .setProtectedHeader({ alg: 'RS256', kid })
        .setIssuer(issuer)
        .setAudience(clientId)
        .setSubject(subjectOf(source, person))
        .setJti(randomUUID())
        .setIssuedAt()
        .setExpirationTime(`${lifeSeconds}s`)
        .sign(privateKey);
    },
  };
}

/**
 * Apple leaves the name out of the token and writes yes and no as text. Facebook does not say whether an email address is
 * verified.
 */
function claimsOf(source: SocialSource, { email, firstName, lastName, isVerified }: TestPerson): Record<string, unknown> {
  if (source === 'apple') return { email, email_verified: String(isVerified) };
  const named = { email, given_name: firstName, family_name: lastName, name: `${firstName} ${lastName}` };
  return source === 'google' ? { ...named, email_verified: isVerified } : named;
}

/** Facebook's classic access tokens: random names for what Graph answers about them. */
export function createAccessTokens() {
  const issued = new Map<string, AccessToken>();
  const forgetExpired = () => {
    for (const [name, { expiresAt }] of issued) if (expiresAt <= Date.now()) issued.delete(name);
  };
  return {
    issue: (person: TestPerson, appId: string): string => {
      forgetExpired();
      const name = randomUUID();
      issued.set(name, { person, subject: subjectOf('facebook', person), appId, expiresAt: Date.now() + lifeSeconds * 1000 });
      return name;
    },
    read: (name: string): AccessToken | null => {
      forgetExpired();
      return issued.get(name) ?? null;
    },
  };
}
