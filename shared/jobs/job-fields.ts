import { benefits, endorsements, homeTimes, jobTypes, requiredExperiences, salaryTypes } from '#shared/catalogues.ts';

type JobField = {
  /** What forms, pages and messages call it. */
  label: string;
  /** The codes of the field and their names. */
  catalogue?: readonly { code: string; label: string }[];
};

/** The fields that describe a job, each named once. */
export const jobFields = {
  title: { label: 'Job title' },
  jobType: { label: 'Job type', catalogue: jobTypes },
  requiredExperience: { label: 'Required experience', catalogue: requiredExperiences },
  additionalExperience: { label: 'Additional experience' },
  requisiteNumber: { label: 'Requisition number' },
  homeTime: { label: 'Home time', catalogue: homeTimes },
  jobDescription: { label: 'Job description' },
  driverUnload: { label: 'Driver unloads' },
  expectedPay: { label: 'Expected pay' },
  salaryType: { label: 'Salary type', catalogue: salaryTypes },
  signonBonus: { label: 'Sign-on bonus' },
  startingBonus: { label: 'Starting bonus' },
  benefits: { label: 'Benefits', catalogue: benefits },
  endorsements: { label: 'Required endorsements', catalogue: endorsements },
  videoUrl: { label: 'Video' },
  isGlobal: { label: 'Show nationwide' },
  tags: { label: 'Tags' },
  postingDay: { label: 'Posting date' },
  autoRenew: { label: 'Auto-renew' },
} as const satisfies Record<string, JobField>;

export type JobFieldName = keyof typeof jobFields;

/** The name of a code of a field with a catalogue; any other value as it is. */
export function codeLabel(field: JobFieldName, code: string): string {
  const { catalogue = [] }: JobField = jobFields[field];
  return catalogue.find((entry) => entry.code === code)?.label ?? code;
}
