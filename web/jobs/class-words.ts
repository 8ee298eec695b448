import { codes, jobTypes, labelOf, requiredCdlClasses } from '#shared/catalogues.ts';
import { requiredClass } from '#shared/matching/matching.ts';
import { t, writeText } from '#web/texts/app.ts';

/** What it means that no class is chosen: `By job type (CDL Class A)`. A form may have no job type yet. */
export function classByTypeText(jobTypeCode: string | null): string {
  const jobType = codes(jobTypes).find((code) => code === jobTypeCode);
  if (!jobType) return t('fields.classByJobType');
  const cdlClass = requiredClass({ jobType, cdlClass: null });
  return cdlClass === null
    ? t('jobs.noClassByTypeOfDriving')
    : t('jobs.classByTypeOfDriving', { cdlClass: labelOf(requiredCdlClasses, cdlClass, writeText) });
}
