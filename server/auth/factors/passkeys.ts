import { and, eq } from 'drizzle-orm';
import { factors } from '#drizzle/schema/accounts.ts';
import type { Database } from '#server/db/open.ts';
import type { Settings } from '#server/settings/env.ts';
import type { NewPasskey, PasskeyAnswer, PasskeyRequest, StartPasskey } from '#shared/accounts/factors.ts';
import { productName } from '#shared/brand.ts';

/** The library is loaded on first use, because loading it is slow and many installations have no passkeys. */
const library = () => import('@simplewebauthn/server');

const timeoutMs = 5 * 60 * 1000;
/** The COSE ids of EdDSA, ECDSA with P-256 and RSA, which today's authenticators support. */
const algorithms = [-8, -7, -257];

type Site = Pick<Settings, 'publicUrl'>;
const getRelyingParty = ({ publicUrl }: Site) => ({ id: new URL(publicUrl).hostname, origin: new URL(publicUrl).origin });

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

/** Finds a passkey of any account. The caller checks whose it is. */
export async function findPasskey(db: Database, credentialId: string): Promise<Passkey | undefined> {
  return withKeys(await db.select().from(factors).where(eq(factors.credentialId, credentialId)))[0];
}

const toDescriptor = ({ credentialId, transports }: Passkey) => ({
  id: credentialId,
  type: 'public-key' as const,
  ...(transports?.length ? { transports } : {}),
});

/** The options with which the browser asks for one of these passkeys, or for any of this site if the list is empty. */
export function passkeyRequest(
  site: Site,
  { challenge, passkeys, isOnlyFactor }: { challenge: string; passkeys: readonly Passkey[]; isOnlyFactor: boolean },
): PasskeyRequest {
  return {
    challenge,
    rpId: getRelyingParty(site).id,
    timeout: timeoutMs,
    allowCredentials: passkeys.map(toDescriptor),
    userVerification: isOnlyFactor ? 'required' : 'preferred',
  };
}

export function registrationOptions(
  site: Site,
  account: { id: string; email: string; name: string },
  { challenge, passkeys }: { challenge: string; passkeys: readonly Passkey[] },
): StartPasskey['options'] {
  return {
    challenge,
    rp: { id: getRelyingParty(site).id, name: productName },
    user: { id: Buffer.from(account.id).toString('base64url'), name: account.email, displayName: account.name },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
    timeout: timeoutMs,
    attestation: 'none',
    excludeCredentials: passkeys.map(toDescriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  };
}

type NewKey = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

/** Reads the new passkey from the browser's answer. Null if the answer is not for this challenge and site. */
export async function readNewPasskey(site: Site, answer: NewPasskey, challenge: string): Promise<NewKey | null> {
  const { verifyRegistrationResponse } = await library();
  const { id, origin } = getRelyingParty(site);
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
 * Checks that the answer proves possession of the passkey. If the passkey is the only factor, the authenticator must also
 * have checked the person's PIN or fingerprint.
 */
export async function acceptPasskey(
  tx: Database,
  site: Site,
  passkey: Passkey,
  { answer, challenge, isOnlyFactor }: { answer: PasskeyAnswer; challenge: string; isOnlyFactor: boolean },
): Promise<boolean> {
  const { verifyAuthenticationResponse } = await library();
  const { id, origin } = getRelyingParty(site);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: isOnlyFactor,
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
