/** A company's tags, which its jobs and applicants share (`docs/product/companies.md#tags`). */
import * as z from 'zod/mini';
import { lineField } from '#shared/fields.ts';

export const longestTag = 50;
export const tagTextField = lineField(1, longestTag, 'errors.enterATag');

export const tagSchema = z.object({ id: z.string(), text: z.string() });
export type Tag = z.infer<typeof tagSchema>;
