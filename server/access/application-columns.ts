import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { applications } from '#drizzle/schema/drivers.ts';

type Row = typeof applications.$inferSelect;
type ColumnName = keyof Row;

/**
 * What a company may see of an application. A driver who withdraws takes the contact details, the message and the answers back
 * (`docs/product/applicants-and-matching.md#stages`). A new column does not compile until it is listed here.
 */
const columnRules = {
  id: 'always',
  jobId: 'always',
  companyId: 'always',
  driverId: 'never',
  applicationAt: 'always',
  withdrawnAt: 'always',
  message: 'untilWithdrawn',
  screeningAnswers: 'untilWithdrawn',
  isFlagged: 'untilWithdrawn',
  firstName: 'always',
  lastName: 'always',
  fullName: 'always',
  email: 'untilWithdrawn',
  phone: 'untilWithdrawn',
  street1: 'untilWithdrawn',
  street2: 'untilWithdrawn',
  city: 'always',
  state: 'always',
  postalCode: 'untilWithdrawn',
  distance: 'always',
  withinRange: 'always',
  isOver21: 'always',
  cdlStatus: 'always',
  yearsOfExperience: 'always',
  workExperiences: 'always',
  endorsements: 'always',
  ownerOperator: 'always',
  rating: 'always',
  stage: 'always',
  stageChangedAt: 'always',
  tellNotSelectedAt: 'never',
  toldNotSelectedAt: 'never',
  notAFitReason: 'always',
  ownerId: 'always',
  personId: 'always',
  matchScore: 'always',
  viewedAt: 'always',
  source: 'always',
} as const satisfies Record<ColumnName, 'always' | 'untilWithdrawn' | 'never'>;

type NamesWith<Rule extends (typeof columnRules)[ColumnName]> = {
  [Name in ColumnName]: (typeof columnRules)[Name] extends Rule ? Name : never;
}[ColumnName];
export type HiddenColumnName = NamesWith<'untilWithdrawn'>;
type RequiredHiddenName = { [Name in HiddenColumnName]: null extends Row[Name] ? never : Name }[HiddenColumnName];

/** What is shown in place of a hidden value whose column is never null. All others are null. */
const emptyValues: Record<RequiredHiddenName, SQL> = { screeningAnswers: sql`'[]'::jsonb`, isFlagged: sql`false` };

const tableColumns = getTableColumns(applications);
type Columns = typeof tableColumns;
type VisibleColumns = {
  [Name in Exclude<ColumnName, NamesWith<'never'>>]: Name extends HiddenColumnName ? SQL<Row[Name]> : Columns[Name];
};

const namesWith = (rule: (typeof columnRules)[ColumnName]) =>
  Object.entries(columnRules).flatMap(([name, ruleOfColumn]) => (ruleOfColumn === rule ? [name as ColumnName] : []));

/** The columns that a company no longer sees once the application is withdrawn. */
export const hiddenColumnNames = namesWith('untilWithdrawn') as HiddenColumnName[];

const toHidden = (name: HiddenColumnName) => {
  const column = tableColumns[name];
  const emptyValue = Object.hasOwn(emptyValues, name) ? emptyValues[name as RequiredHiddenName] : sql`null`;
  return sql`case when ${applications.withdrawnAt} is null then ${column} else ${emptyValue} end`.mapWith(column);
};

/**
 * The columns of applications as a company may see them. Everything that a company reads uses these columns, filters and orders
 * too, because a filter for a hidden value would reveal it.
 */
export const visibleColumns = Object.fromEntries([
  ...namesWith('always').map((name) => [name, tableColumns[name]]),
  ...hiddenColumnNames.map((name) => [name, toHidden(name)]),
]) as VisibleColumns;
