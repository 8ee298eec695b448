import type { RequiredExperience } from '#shared/catalogues.ts';
import type { Filter } from '#shared/lists/list.ts';
import { type Text, text, type TextWriter } from '#shared/texts/texts.ts';

/** The least experience that each level requires, in years. */
export const requiredYears: Readonly<Record<RequiredExperience, number>> = { CS: 0, M6: 1 / 12, M12: 0.5, Y1: 1, Y2: 2 };

/**
 * Whether a driver has the experience that a job requires (`docs/product/companies.md#company-fields`). A driver who did not
 * say how much has none, which only a job that welcomes students accepts.
 */
export function hasRequiredExperience(years: number | null, level: RequiredExperience): boolean {
  const minYears = requiredYears[level];
  return minYears === 0 || (years !== null && years >= minYears);
}

/** A filter for the applicants with {@link hasRequiredExperience}. Null if the job requires none. */
export function experienceFilter(requiredExperience: RequiredExperience): Filter | null {
  const years = requiredYears[requiredExperience];
  if (years === 0) return null;
  const field = 'years_of_experience';
  return {
    or: [
      { field, operator: 'equals', value: years },
      { field, operator: 'greater_than', value: years },
    ],
  };
}

/** `4 years`, `6 months`, or `No experience`. */
export function experienceText(years: number | null): Text {
  if (!years) return text('labels.noExperience');
  if (years < 1) return text('labels.months', { count: Math.max(1, Math.round(years * 12)) });
  return text('labels.years', { count: Math.round(years * 10) / 10 });
}

/**
 * What a job requires: `At least 1 year`, or `Students welcome`. A driver with more experience would read the name of the
 * level, such as `1-2 years`, as a range that leaves them out.
 */
export function requiredExperienceText(level: RequiredExperience, write: TextWriter): string {
  const years = requiredYears[level];
  if (years === 0) return write(text('labels.jobWelcomesStudents'));
  return write(text('labels.atLeastExperience', { experience: write(experienceText(years)) }));
}
