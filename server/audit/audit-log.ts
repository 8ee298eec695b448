import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import { auditLog, users } from '#drizzle/schema/accounts.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { type CsvColumn, csvFile, detailText, type CsvFile } from '#server/downloads/csv.ts';
import { type Reader, toBoolean, contains, type ListField, type ListFields, listWhere } from '#server/lists/conditions.ts';
import { readInBatches, type List, type ListRequest, readPage } from '#server/lists/read-page.ts';
import { type AuditItem, actionLabel } from '#shared/admin/audit.ts';
import { productName } from '#shared/brand.ts';
import { isUuid } from '#shared/fields.ts';
import type { PageOf, Search, Condition } from '#shared/lists/list.ts';
import type { Operator } from '#shared/lists/paging.ts';
import { text } from '#shared/texts/texts.ts';

const actor = alias(users, 'actor');
const impersonated = alias(users, 'impersonated');

/**
 * The filters of the audit log. `subject` is the subject's type, its id, or both as `type:id`. `actor`, `impersonated` and
 * `company` are names.
 */
const auditFields: ListFields = {
  at: { kind: 'date', column: auditLog.at, isRequired: true },
  action: { kind: 'text', column: auditLog.action, isRequired: true },
  actor_id: idListField(auditLog.actorId),
  impersonated_id: idListField(auditLog.impersonatedId),
  company_id: idListField(auditLog.companyId),
  subject: { kind: 'text', column: auditLog.subjectId, order: null, match: matchSubject },
  actor: { kind: 'text', column: actor.fullName, order: null },
  impersonated: { kind: 'text', column: impersonated.fullName, order: null },
  company: { kind: 'text', column: companies.companyName, order: null },
  is_impersonation: {
    kind: 'flag',
    column: auditLog.impersonatedId,
    order: null,
    match: (_operator, value) =>
      toBoolean(value) === null ? sql`false` : sql`(${auditLog.impersonatedId} is not null) = ${toBoolean(value)}::boolean`,
  },
};

type Value = Condition['value'];
const toList = (value: Value): string[] => (Array.isArray(value) ? value : [value]).map(String);

/** A filter for a column of ids. Text that cannot be an id finds nothing. */
function idListField(column: AnyPgColumn): ListField {
  const match = (_operator: Operator, value: Value): SQL => {
    if (value === null) return sql`${column} is null`;
    const ids = toList(value).filter(isUuid);
    return ids.length ? sql`${column} in (${joinWithCommas(ids.map((id) => sql`${id}::uuid`))})` : sql`false`;
  };
  return { kind: 'enum', column, order: null, match };
}

const subjectText = sql`(coalesce(${auditLog.subjectType}, '') || ':' || coalesce(${auditLog.subjectId}, ''))`;

function matchSubject(operator: Operator, value: Value): SQL {
  if (operator === 'ilike') return contains(subjectText, String(value));
  if (operator === 'not_ilike') return sql`not ${contains(subjectText, String(value))}`;
  if (value === null) return sql`${auditLog.subjectType} is null`;
  const parts = toList(value).map((word) => matchSubjectWord(word.toLowerCase()));
  return parts.length > 0 ? sql`(${sql.join(parts, sql` or `)})` : sql`false`;
}

/**
 * Matches a word that is a subject's type, its id, or `type:id`. Both sides of each `or` use an index. Types are lowercase and
 * contain no colon.
 */
function matchSubjectWord(word: string): SQL {
  const isTypeOrId = sql`(lower(${auditLog.subjectId}) = ${word} or ${auditLog.subjectType} = ${word})`;
  const colon = word.indexOf(':');
  if (colon < 0) return isTypeOrId;
  const [type, id] = [word.slice(0, colon), word.slice(colon + 1)];
  const isTypeAndId = sql`coalesce(${auditLog.subjectType}, '') = ${type} and coalesce(lower(${auditLog.subjectId}), '') = ${id}`;
  return sql`(${isTypeOrId} or (${isTypeAndId}))`;
}

const joinWithCommas = (parts: SQL[]) => sql.join(parts, sql`, `);

/** The rows that a reader may see, and the conditions for showing the network address and the actor's email. */
export type LogScope = { within: SQL | undefined; showsIp: SQL; showsEmail: SQL };

export const unrestrictedScope: LogScope = { within: undefined, showsIp: sql`true`, showsEmail: sql`true` };

const actorJoin = eq(actor.id, auditLog.actorId);
const impersonatedJoin = eq(impersonated.id, auditLog.impersonatedId);
const companyJoin = eq(companies.id, auditLog.companyId);
const newestFirst = [desc(auditLog.at), desc(auditLog.id)];

const auditList = ({ within }: LogScope): List => ({
  from: sql`${auditLog} left join ${users} ${sql.identifier('actor')} on ${actorJoin}
    left join ${users} ${sql.identifier('impersonated')} on ${impersonatedJoin} left join ${companies} on ${companyJoin}`,
  id: auditLog.id,
  fields: auditFields,
  defaultOrder: [{ field: 'at', direction: 'desc' }],
  where: within,
});

/** A page of the log, the newest entry first by default. */
export async function listAudit(db: Database, scope: LogScope, request: ListRequest): Promise<PageOf<AuditItem>> {
  const read = async (ids: string[]) => addSubjectNames(db, await selectAuditRows(db, scope, inArray(auditLog.id, ids)));
  return readPage(db, auditList(scope), request, read);
}

/** The entries of the log as a CSV file, newest first. */
export function auditFile(
  db: Database,
  name: string,
  scope: LogScope,
  { filters, timeZone, language }: Search & Reader,
): CsvFile {
  const where = listWhere(auditList(scope), { filters, timeZone });
  const batches = readInBatches<AuditItem>(async (last, limit) => {
    const isAfterLast = last
      ? sql`(${auditLog.at}, ${auditLog.id}) < (${last.at.toISOString()}::timestamptz, ${last.id}::uuid)`
      : undefined;
    const rows = await selectAuditRows(db, scope, and(where, isAfterLast))
      .orderBy(...newestFirst)
      .limit(limit);
    return addSubjectNames(db, rows);
  });
  return csvFile({ name, columns, timeZone, language }, batches);
}

const deletedAccount = text('common.deletedAccount');

const columns: readonly CsvColumn<AuditItem>[] = [
  [text('common.date'), (row) => row.at, 'time'],
  [text('common.user'), (row, write) => row.actorName ?? (row.actorId ? write(deletedAccount) : productName)],
  [text('ui.email'), (row) => row.actorEmail],
  [text('common.actingAs'), (row, write) => row.impersonatedName ?? (row.impersonatedId ? write(deletedAccount) : '')],
  [text('common.action'), (row, write) => actionLabel(row.action, write)],
  [text('files.actionCode'), (row) => row.action],
  [text('files.objectType'), (row) => row.subject?.type],
  [text('common.object'), (row) => row.subjectName],
  [text('files.id'), (row) => row.subject?.id],
  [text('ui.company'), (row) => row.companyName],
  [text('common.ipAddress'), (row) => row.ip],
  [text('common.details'), (row) => detailText(row.detail)],
];

function selectAuditRows(db: Database, { showsIp, showsEmail }: LogScope, where: SQL | undefined) {
  return db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      actorId: auditLog.actorId,
      actorName: actor.fullName,
      actorEmail: sql<string | null>`case when ${showsEmail} then ${actor.email} end`,
      impersonatedId: auditLog.impersonatedId,
      impersonatedName: impersonated.fullName,
      companyId: auditLog.companyId,
      companyName: companies.companyName,
      action: auditLog.action,
      subjectType: auditLog.subjectType,
      subjectId: auditLog.subjectId,
      ip: sql<string | null>`case when ${showsIp} then ${auditLog.ip} end`,
      detail: auditLog.detail,
    })
    .from(auditLog)
    .leftJoin(actor, actorJoin)
    .leftJoin(impersonated, impersonatedJoin)
    .leftJoin(companies, companyJoin)
    .where(where);
}

type Row = Awaited<ReturnType<typeof selectAuditRows>>[number];

/** The text of a deleted tag. The entry itself stores it, because the tag's row no longer exists. */
function tagText(subjectType: string | null, detail: Row['detail']): string | null {
  const text = subjectType === 'tag' ? detail?.['text'] : null;
  return typeof text === 'string' ? text : null;
}

/** Adds the name of each row's subject. Names are read with one query per type of subject. */
async function addSubjectNames(db: Database, rows: readonly Row[]): Promise<AuditItem[]> {
  const getSubjectIds = (type: string) => [
    ...new Set(
      rows.flatMap((row) => (row.subjectType === type && row.subjectId && isUuid(row.subjectId) ? [row.subjectId] : [])),
    ),
  ];
  const names = new Map<string, string>();
  const addNames = (subjects: { id: string; name: string }[]) => subjects.forEach(({ id, name }) => names.set(id, name));
  const [userIds, companyIds, jobIds] = [getSubjectIds('user'), getSubjectIds('company'), getSubjectIds('job')];
  if (userIds.length)
    addNames(await db.select({ id: users.id, name: users.fullName }).from(users).where(inArray(users.id, userIds)));
  if (companyIds.length)
    addNames(
      await db.select({ id: companies.id, name: companies.companyName }).from(companies).where(inArray(companies.id, companyIds)),
    );
  if (jobIds.length) addNames(await db.select({ id: jobs.id, name: jobs.title }).from(jobs).where(inArray(jobs.id, jobIds)));
  return rows.map(({ subjectType, subjectId, ...row }) => ({
    ...row,
    subject: subjectType ? { type: subjectType, id: subjectId } : null,
    subjectName: names.get(subjectId ?? '') ?? tagText(subjectType, row.detail),
  }));
}
