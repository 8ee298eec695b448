/** Request and answer schemas for recommending the product to a friend (`docs/product/access.md#recommend`). */
import * as z from 'zod/mini';
import { lineField, loginEmailField, withoutLinks } from '#shared/fields.ts';

export const inviteSchema = z.object({
  fullName: lineField(1, 100, 'errors.recommendNameRequired').check(z.minLength(2, 'errors.recommendNameShort'), withoutLinks),
  email: loginEmailField,
});
export type InviteRequest = z.infer<typeof inviteSchema>;

export const inviteAnswerSchema = z.object({
  /** The sign-up screen with the friend's name and address filled in. */
  invitationLink: z.string(),
  /** The message to send, with the link. */
  defaultText: z.string(),
});
export type InviteAnswer = z.infer<typeof inviteAnswerSchema>;
