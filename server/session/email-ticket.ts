import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import { emailCodes } from '#drizzle/schema/accounts.ts';
import type { Database } from '#server/db/open.ts';
import { AppError } from '#server/errors.ts';
import { text } from '#shared/texts/texts.ts';
import { hashLinkToken } from './one-time-tokens.ts';

/** The ticket of an emailed code (`docs/product/access.md#codes-by-email`). */
export const endedTicket = () => new AppError('unauthenticated', text('errors.emailTicketEnded'));

/** The row of a ticket that has neither ended nor been used. */
export const isOpenTicket = (ticketHash: string) =>
  and(eq(emailCodes.ticketHash, ticketHash), isNull(emailCodes.usedAt), gt(emailCodes.expiresAt, new Date()));

/**
 * Checks that the code of a ticket was entered, without using the ticket up. Returns the ticket's hash, which names the visitor in
 * limits.
 * @throws unauthenticated if the ticket is unknown, has ended or was used, or its code was not entered
 */
export async function assertProvedTicket(db: Database, ticket: string): Promise<string> {
  const ticketHash = hashLinkToken(ticket);
  const [row] = await db
    .select({ id: emailCodes.id })
    .from(emailCodes)
    .where(and(isOpenTicket(ticketHash), isNotNull(emailCodes.provedAt)));
  if (!row) throw endedTicket();
  return ticketHash;
}
