import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, instant, primaryId } from './columns.ts';

/**
 * Sign-ins, refused requests, reached limits and changes of access (`docs/product/access.md#security-events`). A trigger
 * refuses every change except the time of sending, and deletion in the first 30 days.
 */
export const securityEvents = pgTable(
  'security_events',
  {
    id: primaryId(),
    at: createdAt(),
    /** A name from `shared/admin/security-events.ts`. */
    event: text().notNull(),
    /** The account, if it is known. While impersonating, the administrator. */
    userId: uuid(),
    impersonatedId: uuid(),
    companyId: uuid(),
    ip: text(),
    userAgent: text(),
    requestId: text(),
    /** The number of equal events in the same second. They share the row. */
    count: integer().notNull().default(1),
    detail: jsonb().$type<Record<string, unknown>>(),
    /** When it was sent to the configured receiver. */
    forwardedAt: instant(),
  },
  (t) => [
    index('security_events_at_index').on(t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('security_events_event_index').on(t.event, t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('security_events_user_index').on(t.userId, t.at.desc().nullsFirst()),
    index('security_events_ip_index').on(t.ip, t.at.desc().nullsFirst()),
    index('security_events_waiting_index')
      .on(t.at, t.id)
      .where(sql`forwarded_at is null`),
  ],
);
