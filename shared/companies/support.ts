/** Messages between a company and support about a job (`docs/product/jobs.md#contacting-support-about-a-job`). */
import * as z from 'zod/mini';
import { idField, lineField } from '#shared/fields.ts';
import { pageFields, pageOf, searchSchema } from '#shared/lists/list.ts';
import { type Text, text } from '#shared/texts/texts.ts';

export const supportStatuses = ['Open', 'Answered'] as const;
/** Open: support writes next. Answered: the company writes next. */
export type SupportStatus = (typeof supportStatuses)[number];

export const supportStatusLabels: Readonly<Record<SupportStatus, Text>> = {
  Open: text('labels.messageOpen'),
  Answered: text('labels.messageAnswered'),
};

export const maxMessage = 5000;

/** Text of several lines. Control characters other than line breaks and tabs are refused. */
export const messageField = z
  .string('errors.messageRequired')
  .check(
    z.trim(),
    z.minLength(1, 'errors.messageRequired'),
    z.maxLength(maxMessage, 'errors.tooLong'),
    z.regex(/^(?:[\n\r\t]|[^\p{Cc}\u202a-\u202e\u2066-\u2069])*$/u, 'errors.hasControlCharacters'),
  );
export const subjectField = lineField(1, 150, 'errors.subjectRequired');

export const supportFormSchema = z.object({ subject: subjectField, message: messageField });
export const askSupportSchema = z.object({ jobId: idField, subject: subjectField, message: messageField });
export type AskSupport = z.infer<typeof askSupportSchema>;

export const answerSupportSchema = z.object({ id: idField, message: messageField });
export const answerFormSchema = z.object({ message: messageField });

export const supportListSchema = z.extend(searchSchema, { ...pageFields(), companyId: z.optional(idField) });

const textOrNull = z.nullable(z.string());

export const supportListItemSchema = z.object({
  id: z.string(),
  subject: z.string(),
  status: z.enum(supportStatuses),
  companyId: z.string(),
  companyName: z.string(),
  jobId: textOrNull,
  jobTitle: textOrNull,
  /** Who started the conversation. Null if the account was deleted. */
  authorName: textOrNull,
  createdAt: z.date(),
  lastMessageAt: z.date(),
  messages: z.int(),
});
export type SupportListItem = z.infer<typeof supportListItemSchema>;
export const supportPageSchema = pageOf(supportListItemSchema);

export const supportThreadSchema = z.extend(supportListItemSchema, {
  thread: z.array(
    z.object({
      id: z.string(),
      authorName: textOrNull,
      isFromSupport: z.boolean(),
      body: z.string(),
      createdAt: z.date(),
    }),
  ),
});
export type SupportThread = z.infer<typeof supportThreadSchema>;
