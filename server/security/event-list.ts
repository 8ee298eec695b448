import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { securityEvents } from '#drizzle/schema/security-events.ts';
import type { Database } from '#server/db/open.ts';
import { type CsvColumn, csvFile, detailText, type CsvFile } from '#server/downloads/csv.ts';
import { type Reader, listWhere } from '#server/lists/conditions.ts';
import { readInBatches, type List, type ListRequest, readPage } from '#server/lists/read-page.ts';
import { type SecurityEvent, securityEventLabel } from '#shared/admin/security-events.ts';
import { productName } from '#shared/brand.ts';
import type { PageOf, Search } from '#shared/lists/list.ts';
import { text } from '#shared/texts/texts.ts';

const isUser = eq(users.id, securityEvents.userId);
const isCompany = eq(companies.id, securityEvents.companyId);

const eventList: List = {
  from: sql`${securityEvents} left join ${users} on ${isUser} left join ${companies} on ${isCompany}`,
  id: securityEvents.id,
  fields: {
    at: { kind: 'date', column: securityEvents.at, isRequired: true },
    event: { kind: 'text', column: securityEvents.event, isRequired: true },
    user: { kind: 'text', column: users.fullName, order: null },
    email: { kind: 'text', column: users.email, order: null },
    company: { kind: 'text', column: companies.companyName, order: null },
    ip: { kind: 'text', column: securityEvents.ip },
    count: { kind: 'number', column: securityEvents.count, isRequired: true },
  },
  defaultOrder: [{ field: 'at', direction: 'desc' }],
};

/** A page of the security events, the newest first by default. */
export function listSecurityEvents(db: Database, request: ListRequest): Promise<PageOf<SecurityEvent>> {
  return readPage(db, eventList, request, (ids) => selected(db, inArray(securityEvents.id, ids)));
}

/** Exports the security events as a CSV file, the newest first. */
export function securityEventsFile(db: Database, { filters, timeZone, language }: Search & Reader): CsvFile {
  const where = listWhere(eventList, { filters, timeZone });
  const batches = readInBatches<SecurityEvent>(async (last, limit) => {
    const after = last
      ? sql`(${securityEvents.at}, ${securityEvents.id}) < (${last.at.toISOString()}::timestamptz, ${last.id}::uuid)`
      : undefined;
    return selected(db, and(where, after)).orderBy(desc(securityEvents.at), desc(securityEvents.id)).limit(limit);
  });
  return csvFile({ name: 'security-events', columns, timeZone, language }, batches);
}

const columns: readonly CsvColumn<SecurityEvent>[] = [
  [text('common.date'), (row) => row.at, 'time'],
  [text('common.action'), (row, write) => securityEventLabel(row.event, write)],
  [text('common.event'), (row) => row.event],
  [text('files.count'), (row) => row.count],
  [text('common.user'), (row, write) => row.userName ?? (row.userId ? write(text('common.deletedAccount')) : productName)],
  [text('ui.email'), (row) => row.userEmail],
  [text('ui.company'), (row) => row.companyName],
  [text('common.ipAddress'), (row) => row.ip],
  [text('common.device'), (row) => row.userAgent],
  [text('files.requestId'), (row) => row.requestId],
  [text('common.details'), (row) => detailText(row.detail)],
];

function selected(db: Database, where: SQL | undefined) {
  return db
    .select({
      id: securityEvents.id,
      at: securityEvents.at,
      event: securityEvents.event,
      userId: securityEvents.userId,
      userName: users.fullName,
      userEmail: users.email,
      impersonatedId: securityEvents.impersonatedId,
      companyId: securityEvents.companyId,
      companyName: companies.companyName,
      ip: securityEvents.ip,
      userAgent: securityEvents.userAgent,
      requestId: securityEvents.requestId,
      count: securityEvents.count,
      detail: securityEvents.detail,
    })
    .from(securityEvents)
    .leftJoin(users, isUser)
    .leftJoin(companies, isCompany)
    .where(where);
}
