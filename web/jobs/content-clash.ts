import { fieldText, jobFields } from '#shared/jobs/job-fields.ts';
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

/** The two versions of the fields that clash, in the form's words. */
export function clashWords(fields: readonly Field[], theirs: ContentValues, mine: ContentValues) {
  const words = (field: Field, values: ContentValues) => {
    if (field === 'jobDescription') return wordsOf(values.jobDescription).trim() || 'Nothing';
    return fieldText(field, values[field]) ?? 'Nothing';
  };
  return fields.map((field) => ({
    label: jobFields[field].label,
    theirs: words(field, theirs),
    mine: words(field, mine),
  }));
}
