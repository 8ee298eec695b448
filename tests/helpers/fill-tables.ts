import { globSync } from 'node:fs';
import { getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { newId } from '#drizzle/schema/columns.ts';
import type { Database } from '#server/db/open.ts';
import { dayMs } from '#shared/days.ts';

/** The people and the company that the rows are about. `person` is one of the two people. */
export type Subjects = { driver: Person; employee: Person; person: Person; companyId: string };
export type Person = { id: string; email: string; phone: string; firstName: string; lastName: string };

const root = new URL('../../', import.meta.url).pathname;

/** All tables of `drizzle/schema`. */
export async function readTables(): Promise<PgTable[]> {
  const files = globSync('drizzle/schema/*.ts', { cwd: root }).toSorted();
  const modules: object[] = await Promise.all(files.map((file) => import(`${root}${file}`)));
  return modules.flatMap((module) => Object.values(module).filter((value): value is PgTable => is(value, PgTable)));
}

/** Whom or what a column without a foreign key refers to. A new column of ids has to be named here. */
const references: Record<string, keyof Subjects | 'companyOrDriver' | 'job' | 'savedSearch' | 'nothing'> = {
  'applications.personId': 'driver',
  'audit_log.actorId': 'person',
  'audit_log.impersonatedId': 'person',
  'audit_log.companyId': 'companyId',
  'cards.createdBy': 'employee',
  'charges.createdBy': 'employee',
  'charges.idempotencyKey': 'nothing',
  'charges.invoiceId': 'nothing',
  'charges.jobId': 'job',
  'charges.requestId': 'nothing',
  'idempotency_keys.ownerId': 'companyOrDriver',
  'invoice_lines.jobId': 'job',
  'invoices.requestId': 'nothing',
  'job_alerts.driverId': 'driver',
  'ledger_entries.refundId': 'nothing',
  'media.companyId': 'companyId',
  'media.ownerId': 'person',
  'notifications.jobId': 'job',
  'posting_orders.createdBy': 'employee',
  'refunds.createdBy': 'employee',
  'refunds.requestId': 'nothing',
  'search_matches.jobId': 'job',
  'search_matches.searchId': 'savedSearch',
  'security_events.companyId': 'companyId',
  'security_events.impersonatedId': 'person',
  'security_events.userId': 'person',
  'sessions.providerCompanyId': 'companyId',
  'throttles.key': 'person',
  'uploads.companyId': 'companyId',
  'uploads.ownerId': 'employee',
};

/** The foreign keys to accounts that are always a driver's, or an employee's. All others are the person's. */
const driverColumns = new Set([
  'driverId',
  'drivers.userId',
  'text_consents.userId',
  'proved_phones.userId',
  'identities.userId',
]);
const employeeColumns = new Set([
  'authorId',
  'createdBy',
  'doneBy',
  'employees.userId',
  'employerId',
  'invitedBy',
  'ownerId',
  'proposedBy',
  'saved_views.userId',
  'muted_jobs.userId',
  'digests.userId',
  'company_identities.userId',
]);

/** Values that constraints of the database demand. Null where several columns exclude each other. */
const requiredValues: Record<string, unknown> = {
  'users.status': 'Active',
  'users.language': 'en',
  'users.passwordHash': 'of no password',
  'users.mustChangePassword': false,
  'users.timezone': 'US/Central',
  'media.kind': 'picture',
  'media.name': `${'0'.repeat(32)}.webp`,
  'identities.provider': 'google',
  'ad_settings.id': 1,
  'ads.placement': 'both',
  'ads.endsAt': null,
  'invoices.status': 'open',
  'invoices.paymentMethod': 'card',
  'ledger_entries.kind': 'billed',
  'companies.status': 'Cancelled',
  'companies.billingType': 'card',
  'companies.erasedAt': null,
  'company_invitations.role': 'Employer',
  'support_threads.status': 'Open',
  'saved_searches.frequency': 'daily',
  'saved_searches.cells': [1],
  'saved_searches.words': "'reefer'",
  'jobs.status': 'CLOSED',
  'channel_members.state': 'joined',
  'channels.channelType': 'Open',
  'posts.scheduledAt': null,
  'applications.stage': 'not_a_fit',
  'applications.screeningAnswers': [],
  'application_events.kind': 'note',
  'sessions.impersonatorSessionId': null,
  'sign_in_codes.phone': null,
  'factors.kind': 'passkey',
  'consents.kind': 'terms',
  'carrier_checks.state': 'verified',
  'carrier_checks.source': 'fmcsa',
  'company_sign_ins.domain': 'company.example',
  'notification_choices.kind': 'mention',
  'notification_choices.email': 'off',
  'text_messages.messageId': null,
  'message_attachments.mediaId': null,
  'employees.formerRole': null,
};

/** A row of every table, with a value in every column that can have one. Triggers and constraints between tables are off. */
export async function fillTables(db: Database, tables: PgTable[], subjects: Subjects): Promise<void> {
  const ids = new Map(tables.map((table) => [getTableName(table), newId()]));
  ids.set('companies', subjects.companyId);
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const table of tables) {
      const name = getTableName(table);
      const people = name === 'users' ? [subjects.driver, subjects.employee] : [subjects.person];
      for (const person of people) await tx.insert(table).values(rowOf(table, ids, { ...subjects, person }));
    }
  });
}

function rowOf(table: PgTable, ids: Map<string, string>, subjects: Subjects): Record<string, unknown> {
  const name = getTableName(table);
  const targets = new Map(
    getTableConfig(table).foreignKeys.map((key) => {
      const { columns, foreignTable } = key.reference();
      return [columns[0], getTableName(foreignTable)] as const;
    }),
  );
  const columns = Object.entries(getTableColumns(table)).filter(([, { generated }]) => generated === undefined);
  return Object.fromEntries(
    columns.map(([key, column]) => {
      const path = `${name}.${key}`;
      const isRequired = Object.hasOwn(requiredValues, path);
      return [key, isRequired ? requiredValues[path] : valueOf(path, column, targets.get(column), ids, subjects)] as const;
    }),
  );
}

function valueOf(
  path: string,
  column: PgColumn,
  target: string | undefined,
  ids: Map<string, string>,
  subjects: Subjects,
): unknown {
  const { driver, employee, person, companyId } = subjects;
  const [table = '', name = ''] = path.split('.');
  if (target === 'users') {
    if (driverColumns.has(name) || driverColumns.has(path)) return driver.id;
    return employeeColumns.has(name) || employeeColumns.has(path) ? employee.id : person.id;
  }
  // A notification without a company is a driver's.
  if (path === 'notifications.companyId' && person.id === driver.id) return null;
  if (target !== undefined) return ids.get(target);
  if (column.columnType === 'PgUUID' || Object.hasOwn(references, path)) {
    if (table === 'users') return person.id;
    if (column.primary) return ids.get(table);
    const reference = references[path];
    if (reference === undefined) throw new Error(`Say in fill-tables.ts what ${path} refers to`);
    if (reference === 'companyId') return companyId;
    if (reference === 'companyOrDriver') return person.id === driver.id ? driver.id : companyId;
    if (reference === 'job') return ids.get('jobs');
    if (reference === 'savedSearch') return ids.get('saved_searches');
    return reference === 'nothing' ? newId() : subjects[reference].id;
  }
  const owner = driverTables.has(table) ? driver : person;
  if (contactFields.has(name) && !companyTables.has(table)) return Reflect.get(owner, name === 'recipient' ? 'email' : name);
  return plainValue(path, column);
}

const contactFields = new Set(['email', 'recipient', 'phone', 'firstName', 'lastName']);
const driverTables = new Set(['applications', 'text_messages', 'text_consents', 'proved_phones']);
/** Their email addresses and phone numbers are the company's. */
const companyTables = new Set(['companies', 'company_email_proofs', 'billing_details']);

/** Every date of a row is another one, so that it tells its column. */
const datePaths: string[] = [];
const tomorrow = Math.floor(Date.now() / 1000) * 1000 + dayMs;

function dateOf(path: string): Date {
  if (!datePaths.includes(path)) datePaths.push(path);
  return new Date(tomorrow + datePaths.indexOf(path) * 1000);
}

/** The columns, such as `users.phone`, whose values a text has. */
export function columnsIn(content: string): Set<string> {
  const marks = [...content.matchAll(/\[([a-z_]+\.\w+)\]/g)].map(([, path = '']) => path);
  const dates = datePaths.filter((path) => content.includes(dateOf(path).toISOString()));
  return new Set([...marks, ...dates]);
}

/** The text in a column tells its column. */
function plainValue(path: string, column: PgColumn): unknown {
  const mark = `[${path}]`;
  const { dataType, columnType } = column;
  if (dataType === 'array') return column.getSQLType().startsWith('timestamp') ? [new Date()] : [mark];
  if (dataType === 'json') return { mark };
  if (dataType === 'boolean') return true;
  if (dataType === 'date') return dateOf(path);
  if (dataType === 'number') return 1;
  if (dataType === 'custom') return '';
  return columnType === 'PgDateString' ? '2030-04-12' : mark;
}
