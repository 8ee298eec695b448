/** Recommending the product to a friend: the form, the call and its answer (`spec: access §3 Invite lead, §5, §7`). */
import * as z from 'zod/mini';
import { lineField, loginEmailField } from '#shared/fields.ts';
import { messages } from '#shared/messages.ts';

export const inviteSchema = z.object({
  fullName: lineField(1, 100, messages.recommendNameRequired).check(z.minLength(2, messages.recommendNameShort)),
  email: loginEmailField,
});
export type InviteRequest = z.infer<typeof inviteSchema>;

export const inviteAnswerSchema = z.object({
  /** The sign-up screen with the friend's name and address filled in. */
  invitationLink: z.string(),
  /** The message to send, the link included. */
  defaultText: z.string(),
});
export type InviteAnswer = z.infer<typeof inviteAnswerSchema>;
