import { createHash, randomBytes } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { usedTokens } from '#drizzle/schema/accounts.ts';
import type { Database } from '#server/db/open.ts';
import { createKeySelector, type Keys } from './keys.ts';

/** The step of a sign-in or confirmation that a ticket is for. It works for no other step. */
type Purpose = 'sign-in' | 'passkey-sign-in' | 'add-app' | 'add-passkey' | 'confirm' | 'company-sign-in';

/** `subject` is the id of the account, session or company that the ticket is for. It is empty before the person is known. */
type TicketClaims = { purpose: Purpose; subject: string; minutes: number; claims?: JWTPayload };
export type Ticket = { id: string; subject: string; claims: JWTPayload; expiresAt: Date };

type TicketKey = Pick<Keys, 'id' | 'previous' | 'ticket'>;
const toTokenType = (purpose: Purpose) => `${purpose}+jwt`;

export async function signTicket({ id: kid, ticket }: TicketKey, { purpose, subject, minutes, claims = {} }: TicketClaims) {
  const id = randomBytes(32).toString('base64url');
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: toTokenType(purpose), kid })
    .setSubject(subject)
    .setJti(id)
    .setExpirationTime(new Date(Date.now() + minutes * 60 * 1000))
    .sign(ticket);
  return { id, token };
}

/** Reads a ticket. Null if it is forged, expired or for another step. */
export async function readTicket(keys: TicketKey, purpose: Purpose, token: string): Promise<Ticket | null> {
  try {
    const { payload } = await jwtVerify(token, createKeySelector(keys, 'ticket'), {
      typ: toTokenType(purpose),
      algorithms: ['HS256'],
      requiredClaims: ['sub', 'jti', 'exp'],
    });
    const { sub, jti, exp } = payload;
    if (sub === undefined || !jti || !exp) return null;
    return { id: jti, subject: sub, claims: payload, expiresAt: new Date(exp * 1000) };
  } catch {
    return null;
  }
}

/** Uses up a ticket. Returns false if it was used before. */
export async function redeemTicket(tx: Database, { id, expiresAt }: Pick<Ticket, 'id' | 'expiresAt'>): Promise<boolean> {
  const usedToken = await tx
    .insert(usedTokens)
    .values({ id: `ticket:${id}`, expiresAt })
    .onConflictDoNothing()
    .returning({ id: usedTokens.id });
  return usedToken.length > 0;
}

/** Derives the WebAuthn challenge from the ticket's random id. It therefore works only once, like the ticket. */
export function deriveChallenge({ id }: Pick<Ticket, 'id'>): string {
  return createHash('sha256').update(`webauthn ${id}`).digest('base64url');
}
