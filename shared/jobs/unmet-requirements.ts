import { cdlStatuses, type CdlStatus, type Endorsement, endorsements, labelOf, requiredExperiences } from '#shared/catalogues.ts';
import { coveredEndorsements } from '#shared/drivers/driver.ts';
import { experienceText } from '#shared/matching/match-reasons.ts';
import { acceptedClasses, type MatchJob, requiredYears } from '#shared/matching/matching.ts';
import { text, type WriteText } from '#shared/texts/texts.ts';

type Job = Pick<MatchJob, 'jobType' | 'requiredExperience' | 'endorsements'>;
/** Null means not answered yet. */
type Answers = {
  cdlStatus: CdlStatus | null;
  yearsOfExperience: number | null;
  endorsements: readonly Endorsement[];
};

export type UnmetRequirement = { required: string; answered: string };

/** The requirements of a job that a driver's answers do not show. Drivers can apply anyway, and the employer decides. */
export function unmetRequirements(job: Job, answers: Answers, write: WriteText): UnmetRequirement[] {
  return [unmetClass(job, answers, write), unmetExperience(job, answers, write), unmetEndorsements(job, answers, write)].filter(
    (one) => one !== null,
  );
}

function unmetClass(job: Job, { cdlStatus }: Answers, write: WriteText): UnmetRequirement | null {
  const accepted = acceptedClasses(job);
  const [lowest] = accepted ?? [];
  if (!accepted || !lowest || cdlStatus === null || accepted.includes(cdlStatus)) return null;
  const label = labelOf(cdlStatuses, lowest, write);
  const required = accepted.length > 1 ? write(text('labels.orHigher', { label })) : label;
  return { required, answered: labelOf(cdlStatuses, cdlStatus, write) };
}

function unmetExperience({ requiredExperience }: Job, { yearsOfExperience }: Answers, write: WriteText): UnmetRequirement | null {
  if (yearsOfExperience === null || yearsOfExperience >= requiredYears[requiredExperience]) return null;
  const level = labelOf(requiredExperiences, requiredExperience, write);
  return {
    required: write(text('labels.ofExperience', { level })),
    answered: write(experienceText(yearsOfExperience)),
  };
}

function unmetEndorsements(job: Job, answers: Answers, write: WriteText): UnmetRequirement | null {
  const driverEndorsements = coveredEndorsements(answers.endorsements);
  const missing = job.endorsements
    .filter((code) => !driverEndorsements.includes(code))
    .map((code) => labelOf(endorsements, code, write));
  if (missing.length === 0) return null;
  const required = write(text('labels.endorsements', { names: missing.join(', '), count: missing.length }));
  return { required, answered: write(text('labels.notSelected')) };
}
