import { benefits, endorsements, homeTimes, jobTypes, labelOf, requiredExperiences, salaryTypes } from '#shared/catalogues.ts';
import type { ContentValues } from './content-form.ts';
import { wordsOf } from './description.ts';

type Field = keyof ContentValues;

/** What two edits of one job became: both together, and where they say different things of the same field. */
export type Meeting = { merged: ContentValues; clashes: Field[] };

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Puts my edit on top of what somebody else stored meanwhile; in a field that both changed, mine stands until one chooses. */
export function meet(base: ContentValues, mine: ContentValues, theirs: ContentValues): Meeting {
  const changed = (Object.keys(base) as Field[]).filter((field) => !isSame(base[field], mine[field]));
  return {
    merged: { ...theirs, ...Object.fromEntries(changed.map((field) => [field, mine[field]])) },
    clashes: changed.filter((field) => !isSame(theirs[field], base[field]) && !isSame(theirs[field], mine[field])),
  };
}

const labels: Partial<Record<Field, string>> = {
  title: 'Job title',
  jobType: 'Job type',
  requiredExperience: 'Required experience',
  additionalExperience: 'Additional experience',
  homeTime: 'Home time',
  jobDescription: 'Job description',
  driverUnload: 'Driver unloads',
  expectedPay: 'Expected pay',
  salaryType: 'Salary type',
  signonBonus: 'Sign-on bonus',
  startingBonus: 'Starting bonus',
  benefits: 'Benefits',
  endorsements: 'Required endorsements',
  videoUrl: 'Video',
  isGlobal: 'Show nationwide',
  tags: 'Tags',
};

const lists: Partial<Record<Field, readonly { code: string; label: string }[]>> = {
  jobType: jobTypes,
  requiredExperience: requiredExperiences,
  homeTime: homeTimes,
  salaryType: salaryTypes,
  benefits,
  endorsements,
};

/** The two versions of the fields that clash, in the form's words. */
export function clashWords(fields: readonly Field[], theirs: ContentValues, mine: ContentValues) {
  const words = (field: Field, values: ContentValues) => {
    const list = lists[field] ?? [];
    const named = (code: string) => labelOf(list, code);
    if (field === 'jobDescription') return wordsOf(values.jobDescription).trim() || 'Nothing';
    const value = values[field];
    if (typeof value === 'boolean') return value ? 'Yes' : 'No';
    if (Array.isArray(value)) return value.map(named).join(', ') || 'Nothing';
    if (value === null || value === '') return 'Nothing';
    return lists[field] ? named(String(value)) : String(value);
  };
  return fields.map((field) => ({
    label: labels[field] ?? field,
    theirs: words(field, theirs),
    mine: words(field, mine),
  }));
}
