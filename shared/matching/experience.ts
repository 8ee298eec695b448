import type { RequiredExperience } from '#shared/catalogues.ts';
import { type Text, text, type TextWriter } from '#shared/texts/texts.ts';

/** The least experience that each level requires, in years. */
export const requiredYears: Readonly<Record<RequiredExperience, number>> = { CS: 0, M6: 1 / 12, M12: 0.5, Y1: 1, Y2: 2 };

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
