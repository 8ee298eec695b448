import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { applications } from '#drizzle/schema/drivers.ts';

type Row = typeof applications.$inferSelect;
type ColumnName = keyof Row;

// Three lists name each column: what a company may see, what is overwritten when the driver deletes the account, and what the driver
// can download. A new column does not compile until each list has it or leaves it out.

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
  // The company reads it in the timeline.
  withdrawReason: 'never',
  message: 'untilWithdrawn',
  screeningAnswers: 'untilWithdrawn',
  isFlagged: 'untilWithdrawn',
  firstName: 'always',
  lastName: 'always',
  fullName: 'always',
  searchName: 'never',
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
  equipment: 'always',
  ownerOperator: 'always',
  shifts: 'always',
  availableFrom: 'always',
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
  answeredAt: 'always',
  remindAnswerAt: 'never',
  remindedAt: 'always',
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

const deletedDriver = { firstName: 'Deleted', lastName: 'driver' } as const;

/** The columns that stay when a driver deletes the account. They show only that someone applied. The names are generated. */
type RetainedColumn =
  | 'id'
  | 'jobId'
  | 'companyId'
  | 'applicationAt'
  | 'withdrawnAt'
  | 'fullName'
  | 'searchName'
  | 'stage'
  | 'stageChangedAt'
  | 'viewedAt'
  | 'answeredAt'
  | 'remindedAt'
  | 'source';

/**
 * Overwrites everything that the driver sent or the company noted. A new column that is neither here nor in `RetainedColumn`
 * does not compile.
 */
export const anonymizedFields = {
  ...deletedDriver,
  driverId: null,
  withdrawReason: null,
  email: null,
  phone: null,
  message: null,
  screeningAnswers: [],
  isFlagged: false,
  street1: null,
  street2: null,
  city: null,
  state: null,
  postalCode: null,
  distance: null,
  withinRange: null,
  isOver21: null,
  cdlStatus: null,
  yearsOfExperience: null,
  workExperiences: [],
  endorsements: [],
  equipment: [],
  ownerOperator: null,
  shifts: [],
  availableFrom: null,
  rating: null,
  notAFitReason: sql`case when ${applications.stage} = 'not_a_fit' then 'other' end`,
  tellNotSelectedAt: null,
  toldNotSelectedAt: null,
  remindAnswerAt: null,
  ownerId: null,
  personId: null,
  matchScore: null,
} satisfies Record<Exclude<ColumnName, RetainedColumn>, unknown>;

type InternalColumn =
  | 'jobId'
  | 'companyId'
  | 'driverId'
  | 'personId'
  | 'fullName'
  | 'searchName'
  | 'distance'
  | 'withinRange'
  | 'matchScore';
/** What the company noted about the applicant. */
type CompanyColumn =
  | 'isFlagged'
  | 'rating'
  | 'stage'
  | 'stageChangedAt'
  | 'notAFitReason'
  | 'tellNotSelectedAt'
  | 'toldNotSelectedAt'
  | 'answeredAt'
  | 'remindAnswerAt'
  | 'ownerId';

/** What a driver's download has of an application. A new column that is in neither list does not compile. */
export const downloadedColumns = {
  id: applications.id,
  applicationAt: applications.applicationAt,
  withdrawnAt: applications.withdrawnAt,
  withdrawReason: applications.withdrawReason,
  message: applications.message,
  // The company's flags on the answers are left out.
  screeningAnswers: sql`(select coalesce(jsonb_agg(jsonb_build_object('question', answer->'text', 'answer', answer->'value')), '[]')
    from jsonb_array_elements(${applications.screeningAnswers}) answer)`,
  firstName: applications.firstName,
  lastName: applications.lastName,
  email: applications.email,
  phone: applications.phone,
  street1: applications.street1,
  street2: applications.street2,
  city: applications.city,
  state: applications.state,
  postalCode: applications.postalCode,
  isOver21: applications.isOver21,
  cdlStatus: applications.cdlStatus,
  yearsOfExperience: applications.yearsOfExperience,
  workExperiences: applications.workExperiences,
  endorsements: applications.endorsements,
  equipment: applications.equipment,
  ownerOperator: applications.ownerOperator,
  shifts: applications.shifts,
  availableFrom: applications.availableFrom,
  source: applications.source,
  viewedAt: applications.viewedAt,
  remindedAt: applications.remindedAt,
} satisfies Record<Exclude<ColumnName, InternalColumn | CompanyColumn>, unknown>;
