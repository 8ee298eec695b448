/** Filling in an application from an earlier one (`docs/product/drivers.md#filling-in-from-an-earlier-application`). */
import * as z from 'zod/mini';
import { answerValue } from '#shared/applicants/screening.ts';
import { idField } from '#shared/fields.ts';

export const earlierAnswersInput = z.object({ jobId: idField });

/** Null if no earlier application has anything to fill in. */
export const earlierAnswersSchema = z.nullable(
  z.object({
    /** The company that the answers were sent to. */
    companyName: z.string(),
    /** The answers by the questions of the new job. */
    answers: z.array(z.object({ questionId: z.string(), value: answerValue })),
    /** What the driver wrote to the company. */
    message: z.nullable(z.string()),
  }),
);
export type EarlierAnswers = NonNullable<z.infer<typeof earlierAnswersSchema>>;
