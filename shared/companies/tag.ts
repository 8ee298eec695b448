/** A company's own word for its jobs and applicants: the same ones for both (`spec: work §3 Applicant, §7 Companies`). */
import * as z from 'zod/mini';
import { lineField } from '#shared/fields.ts';

export const longestTag = 50;
export const tagTextField = lineField(1, longestTag, 'Enter a tag');

export const tagSchema = z.object({ id: z.string(), text: z.string() });
export type Tag = z.infer<typeof tagSchema>;
