import { cdlStatuses, type CdlStatus, type Endorsement, endorsements, labelOf, requiredCdlClasses } from '#shared/catalogues.ts';
import { expandEndorsements } from '#shared/drivers/driver.ts';
import { experienceText, requiredYears } from '#shared/matching/experience.ts';
import { acceptedClasses, type MatchJob, requiredClass } from '#shared/matching/matching.ts';
import { text, type TextWriter } from '#shared/texts/texts.ts';

type Job = Pick<MatchJob, 'jobType' | 'cdlClass' | 'requiredExperience' | 'endorsements'>;
/** Null means not answered yet. */
type Answers = {
  cdlStatus: CdlStatus | null;
  yearsOfExperience: number | null;
  endorsements: readonly Endorsement[];
};

export type UnmetRequirement = { required: string; answered: string };

/** The requirements of a job that a driver's answers do not meet. Drivers can apply anyway, and the employer decides. */
export function unmetRequirements(job: Job, answers: Answers, write: TextWriter): UnmetRequirement[] {
  return [unmetClass(job, answers, write), unmetExperience(job, answers, write), unmetEndorsements(job, answers, write)].filter(
    (requirement) => requirement !== null,
  );
}

/**
 * The CDL class that a job requires, such as "CDL Class B or higher" or "No CDL needed". Null if neither the employer nor the type
 * of driving says.
 */
export function requiredClassText(job: Pick<Job, 'jobType' | 'cdlClass'>, write: TextWriter): string | null {
  const cdlClass = requiredClass(job);
  if (cdlClass === null) return null;
  const label = labelOf(requiredCdlClasses, cdlClass, write);
  return (acceptedClasses(job)?.length ?? 0) > 1 ? write(text('labels.orHigher', { label })) : label;
}

function unmetClass(job: Job, { cdlStatus }: Answers, write: TextWriter): UnmetRequirement | null {
  const acceptedCdlClasses = acceptedClasses(job);
  if (!acceptedCdlClasses || cdlStatus === null || acceptedCdlClasses.includes(cdlStatus)) return null;
  const required = requiredClassText(job, write);
  return required === null ? null : { required, answered: labelOf(cdlStatuses, cdlStatus, write) };
}

function unmetExperience(
  { requiredExperience }: Job,
  { yearsOfExperience }: Answers,
  write: TextWriter,
): UnmetRequirement | null {
  if (yearsOfExperience === null || yearsOfExperience >= requiredYears[requiredExperience]) return null;
  const level = write(experienceText(requiredYears[requiredExperience]));
  return {
    required: write(text('labels.minimumExperience', { level })),
    answered: write(experienceText(yearsOfExperience)),
  };
}

function unmetEndorsements(job: Job, answers: Answers, write: TextWriter): UnmetRequirement | null {
  const driverEndorsements = expandEndorsements(answers.endorsements);
  const missingEndorsements = job.endorsements
    .filter((code) => !driverEndorsements.includes(code))
    .map((code) => labelOf(endorsements, code, write));
  if (missingEndorsements.length === 0) return null;
  const required = write(
    text('labels.missingEndorsements', { names: missingEndorsements.join(', '), count: missingEndorsements.length }),
  );
  return { required, answered: write(text('labels.notSelected')) };
}
