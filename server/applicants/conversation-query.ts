import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { applications } from '#drizzle/schema/drivers.ts';
import { conversations } from '#drizzle/schema/messages.ts';

/** The applications of a conversation's driver to its company. */
export const isOfConversation = and(
  eq(applications.companyId, conversations.companyId),
  eq(applications.driverId, conversations.driverId),
);

/**
 * Whether the company can open the conversation. Once the personal data of the driver's applications is deleted, no applicant
 * leads to it.
 */
export const canBeOpened: SQL = sql`exists (select from ${applications} where ${isOfConversation})`;

/**
 * Whether the driver waits for an answer that the company can give. Nobody can write to a driver who has withdrawn every
 * application (`docs/product/messages.md#conversations`).
 */
export const isUnanswered: SQL = sql`(${eq(conversations.lastSender, 'driver')}
  and exists (select from ${applications} where ${and(isOfConversation, isNull(applications.withdrawnAt))}))`;
