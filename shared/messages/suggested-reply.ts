/** A suggested message to a driver (`docs/product/messages.md#suggested-replies`). */
import * as z from 'zod/mini';
import type { Stage } from '#shared/applicants/stages.ts';
import { idField } from '#shared/fields.ts';
import { writingSources } from '#shared/jobs/writing.ts';
import { type Text, text } from '#shared/texts/texts.ts';
import type { MessageSender } from './message.ts';

export const suggestReplySchema = z.object({ applicantId: idField });
export type SuggestReply = z.infer<typeof suggestReplySchema>;
export const suggestedReplySchema = z.object({ body: z.string(), source: z.enum(writingSources) });
export type SuggestedReply = z.infer<typeof suggestedReplySchema>;

/** How much of a conversation an AI service gets. */
export const maxSentMessages = 10;

type Conversation = {
  stage: Stage;
  /** Who wrote last. Null before the first message. */
  lastSender: MessageSender | null;
  firstName: string;
  jobTitle: string;
};

/** The suggestion without an AI service: by the stage, and by whether the driver waits for an answer. */
export function replyTemplate({ stage, lastSender, firstName, jobTitle }: Conversation): Text {
  const parameters = { firstName, title: jobTitle };
  const isAnswer = lastSender === 'driver';
  switch (stage) {
    case 'interview':
      return isAnswer ? text('suggestions.interviewAnswer', parameters) : text('suggestions.interview', parameters);
    case 'offer':
      return isAnswer ? text('suggestions.offerAnswer', parameters) : text('suggestions.offer', parameters);
    case 'hired':
      return isAnswer ? text('suggestions.hiredAnswer', parameters) : text('suggestions.hired', parameters);
    case 'not_a_fit':
    case 'withdrawn':
      return text('suggestions.ended', parameters);
    case 'new':
    case 'reviewed':
    case 'contacted':
      if (isAnswer) return text('suggestions.answer', parameters);
      return lastSender === null ? text('suggestions.firstMessage', parameters) : text('suggestions.followUp', parameters);
  }
}
