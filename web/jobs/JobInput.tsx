import { jobFields } from '#shared/jobs/job-fields.ts';
import { choiceInputs } from '#web/ui/form/ChoiceInputs.tsx';
import { createFieldInput } from '#web/ui/form/FieldInput.tsx';

/** The input of a job's field. */
export const JobInput = createFieldInput(jobFields, choiceInputs);
