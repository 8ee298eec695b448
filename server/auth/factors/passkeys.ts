import { and, eq } from 'drizzle-orm';
import { factors } from '#drizzle/schema/accounts.ts';
import type { NewPasskey, PasskeyAnswer, PasskeyRequest, StartPasskey } from '#shared/accounts/factors.ts';
import { productName } from '#shared/brand.ts';
import type { Database } from '#server/db/open.ts';
import type { Settings } from '#server/env.ts';

/** Loaded at the first passkey, because the library takes a while to load and many installations never use it. */
const library = () => import('@simplewebauthn/server');

const timeoutMs = 5 * 60 * 1000;
/** EdDSA, ECDSA with P-256 and RSA: what authenticators support today. */
const algorithms = [-8, -7, -257];

type Site = Pick<Settings, 'publicUrl'>;
const siteOf = ({ publicUrl }: Site) => ({ id: new URL(publicUrl).hostname, origin: new URL(publicUrl).origin });

type Row = typeof factors.$inferSelect;
export type Passkey = Pick<Row, 'id' | 'userId'> & { credentialId: string; publicKey: string; counter: number } & Pick<
    Row,
    'transports'
  >;

export async function listPasskeys(db: Database, userId: string): Promise<Passkey[]> {
  return withKeys(
    await db
      .select()
      .from(factors)
      .where(and(eq(factors.userId, userId), eq(factors.kind, 'passkey'))),
  );
}

const withKeys = (rows: Row[]): Passkey[] =>
  rows.flatMap(({ id, userId, credentialId, publicKey, counter, transports }) =>
    credentialId !== null && publicKey !== null && counter !== null
      ? [{ id, userId, credentialId, publicKey, counter, transports }]
      : [],
  );

/** The passkey that an answer names, whoever it belongs to. */
export async function findPasskey(db: Database, credentialId: string): Promise<Passkey | undefined> {
  return withKeys(await db.select().from(factors).where(eq(factors.credentialId, credentialId)))[0];
}

const described = ({ credentialId, transports }: Passkey) => ({
  id: credentialId,
  type: 'public-key' as const,
  ...(transports?.length ? { transports } : {}),
});

/** What the browser needs to ask for one of these passkeys, or for any passkey of this site when there is none. */
export function passkeyRequest(
  site: Site,
  { challenge, passkeys, isAlone }: { challenge: string; passkeys: readonly Passkey[]; isAlone: boolean },
): PasskeyRequest {
  return {
    challenge,
    rpId: siteOf(site).id,
    timeout: timeoutMs,
    allowCredentials: passkeys.map(described),
    userVerification: isAlone ? 'required' : 'preferred',
  };
}

export function registrationOptions(
  site: Site,
  account: { id: string; email: string; name: string },
  { challenge, passkeys }: { challenge: string; passkeys: readonly Passkey[] },
): StartPasskey['options'] {
  return {
    challenge,
    rp: { id: siteOf(site).id, name: productName },
    user: { id: Buffer.from(account.id).toString('base64url'), name: account.email, displayName: account.name },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
    timeout: timeoutMs,
    attestation: 'none',
    excludeCredentials: passkeys.map(described),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  };
}

type NewKey = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

/** The new passkey in the browser's answer, or null if the answer is not for this challenge and site. */
export async function readNewPasskey(site: Site, answer: NewPasskey, challenge: string): Promise<NewKey | null> {
  const { verifyRegistrationResponse } = await library();
  const { id, origin } = siteOf(site);
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: answer,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    });
    if (!registrationInfo) return null;
    const { credential } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: answer.response.transports ?? null,
    };
  } catch {
    return null;
  }
}

/**
 * Whether the answer proves possession of the passkey. A sign-in without a password also requires that the authenticator
 * checked the person, by a PIN or a fingerprint.
 */
export async function acceptPasskey(
  tx: Database,
  site: Site,
  passkey: Passkey,
  { answer, challenge, isAlone }: { answer: PasskeyAnswer; challenge: string; isAlone: boolean },
): Promise<boolean> {
  const { verifyAuthenticationResponse } = await library();
  const { id, origin } = siteOf(site);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: isAlone,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
    });
    if (!verified) return false;
    await tx
      .update(factors)
      .set({ counter: authenticationInfo.newCounter, lastUsedAt: new Date() })
      .where(eq(factors.id, passkey.id));
    return true;
  } catch {
    return false;
  }
}
