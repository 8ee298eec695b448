import { cdlStatuses, type CdlStatus, type Endorsement, endorsements, labelOf, requiredExperiences } from '#shared/catalogues.ts';
import { coveredEndorsements } from '#shared/drivers/driver.ts';
import { experienceText } from '#shared/matching/match-reasons.ts';
import { acceptedClasses, type MatchJob, neededYears } from '#shared/matching/matching.ts';

type Job = Pick<MatchJob, 'jobType' | 'requiredExperience' | 'endorsements'>;
/** Null means not answered yet. */
type Answers = {
  cdlStatus: CdlStatus | null;
  yearsOfExperience: number | null;
  endorsements: readonly Endorsement[];
};

export type UnmetRequirement = { required: string; answered: string };

/** The requirements of a job that a driver's answers do not show. Drivers can apply anyway, and the employer decides. */
export function unmetRequirements(job: Job, answers: Answers): UnmetRequirement[] {
  return [unmetClass(job, answers), unmetExperience(job, answers), unmetEndorsements(job, answers)].filter((one) => one !== null);
}

function unmetClass(job: Job, { cdlStatus }: Answers): UnmetRequirement | null {
  const accepted = acceptedClasses(job);
  const [lowest] = accepted ?? [];
  if (!accepted || !lowest || cdlStatus === null || accepted.includes(cdlStatus)) return null;
  const required = `${labelOf(cdlStatuses, lowest)}${accepted.length > 1 ? ' or higher' : ''}`;
  return { required, answered: labelOf(cdlStatuses, cdlStatus) };
}

function unmetExperience({ requiredExperience }: Job, { yearsOfExperience }: Answers): UnmetRequirement | null {
  if (yearsOfExperience === null || yearsOfExperience >= neededYears[requiredExperience]) return null;
  const required = `${labelOf(requiredExperiences, requiredExperience)} of experience`;
  return { required, answered: experienceText(yearsOfExperience) };
}

function unmetEndorsements(job: Job, answers: Answers): UnmetRequirement | null {
  const held = coveredEndorsements(answers.endorsements);
  const missing = job.endorsements.filter((code) => !held.includes(code)).map((code) => labelOf(endorsements, code));
  if (missing.length === 0) return null;
  const required = `${missing.join(', ')} ${missing.length > 1 ? 'endorsements' : 'endorsement'}`;
  return { required, answered: 'not selected' };
}
