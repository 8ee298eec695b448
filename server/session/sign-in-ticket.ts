import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import { signInCodes } from '#drizzle/schema/accounts.ts';
import type { Database } from '#server/db/open.ts';
import { AppError } from '#server/errors.ts';
import { text } from '#shared/texts/texts.ts';
import { hashLinkToken } from './one-time-tokens.ts';

/** The ticket of an emailed or texted code (`docs/product/access.md#codes-by-email`). */
export const endedTicket = () => new AppError('unauthenticated', text('signUp.codeTicketEnded'));

/** The row of a ticket that has neither ended nor been used. */
export const isOpenTicket = (ticketHash: string) =>
  and(eq(signInCodes.ticketHash, ticketHash), isNull(signInCodes.usedAt), gt(signInCodes.expiresAt, new Date()));

/**
 * Checks that the code of a ticket was entered, without using the ticket up. Returns the ticket's hash, which names the visitor in
 * limits.
 * @throws unauthenticated if the ticket is unknown, has ended or was used, or its code was not entered
 */
export async function assertProvedTicket(db: Database, ticket: string): Promise<string> {
  const ticketHash = hashLinkToken(ticket);
  const [row] = await db
    .select({ id: signInCodes.id })
    .from(signInCodes)
    .where(and(isOpenTicket(ticketHash), isNotNull(signInCodes.provedAt)));
  if (!row) throw endedTicket();
  return ticketHash;
}
