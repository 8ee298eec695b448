/** Messages between a company and the drivers who applied to it (`docs/product/messages.md`). */
import * as z from 'zod/mini';
import { idField, lineField, requiredParagraphField } from '#shared/fields.ts';
import { pageFields, pageOf, searchSchema } from '#shared/lists/list.ts';
import { type Text, text } from '#shared/texts/texts.ts';

export const messageSenders = ['company', 'driver'] as const;
export type MessageSender = (typeof messageSenders)[number];

/** How a message was received or sent. */
export const messageChannels = ['app', 'email', 'sms'] as const;
export type MessageChannel = (typeof messageChannels)[number];

const maxMessageLength = 2000;
export const messageBodyField = requiredParagraphField(maxMessageLength);
/** A text that the client chooses for each message, so that a repeated request sends it once. */
const keyField = z.string().check(z.minLength(8), z.maxLength(64), z.regex(/^[\w-]+$/));

const textOrNull = z.nullable(z.string());

export const messageSchema = z.object({
  id: z.string(),
  sender: z.enum(messageSenders),
  /** The employee who wrote it. Null for a driver's message and for a deleted account. */
  authorName: textOrNull,
  channel: z.enum(messageChannels),
  body: z.string(),
  createdAt: z.date(),
});
export type Message = z.infer<typeof messageSchema>;

export const conversationSchema = z.object({
  id: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  driverName: z.string(),
  /** The application that the latest message of the company was about. Null if it no longer exists. */
  applicantId: textOrNull,
  jobId: textOrNull,
  jobTitle: textOrNull,
  lastMessageAt: z.date(),
  lastSender: z.enum(messageSenders),
  lastBody: z.string(),
  /** Messages that the reading side has not opened. */
  unread: z.int(),
});
export type Conversation = z.infer<typeof conversationSchema>;
export const conversationPageSchema = pageOf(conversationSchema);

export const conversationListSchema = z.object({
  companyId: z.optional(idField),
  /** Only conversations whose latest message is the driver's. */
  unanswered: z.optional(z.boolean()),
  ...pageFields(),
});
export const myConversationSchema = z.object({ id: idField });
export const myConversationsSchema = z.object({ ...pageFields() });

/** Newest messages first, so that the first page is the latest part of a conversation. */
export const messagePageSchema = pageOf(messageSchema);
export const applicantMessagesSchema = z.object({ applicantId: idField, ...pageFields(50) });
export const conversationMessagesSchema = z.object({ id: idField, ...pageFields(50) });

export const sendMessageSchema = z.object({ applicantId: idField, body: messageBodyField, key: z.optional(keyField) });
export type SendMessage = z.infer<typeof sendMessageSchema>;
export const replySchema = z.object({ id: idField, body: messageBodyField, key: z.optional(keyField) });
export type Reply = z.infer<typeof replySchema>;

export const unreadMessagesSchema = z.object({ count: z.int() });
export const unreadMessagesInput = z.object({ companyId: z.optional(idField) });

/** What a template can mention. Each is replaced for each recipient. */
export const templateVariables = [
  { code: 'first_name', label: text('messages.variableFirstName') },
  { code: 'job_title', label: text('messages.variableJobTitle') },
  { code: 'company', label: text('messages.variableCompany') },
  { code: 'my_name', label: text('messages.variableMyName') },
] as const satisfies readonly { code: string; label: Text }[];
export type TemplateVariable = (typeof templateVariables)[number]['code'];

const variablePattern = /\{\{\s*([^{}]*?)\s*\}\}/g;
const isVariable = (name: string): name is TemplateVariable => templateVariables.some(({ code }) => code === name);

/** Replaces `{{first_name}}` and the other variables. An unknown variable stays as it is. */
export function fillTemplate(body: string, values: Readonly<Record<TemplateVariable, string>>): string {
  return body.replace(variablePattern, (written, name: string) => (isVariable(name) ? values[name] : written));
}

/** A text with variables. It is refused if it mentions a variable that does not exist. */
const templateBodyField = messageBodyField.check(
  z.refine((body) => [...body.matchAll(variablePattern)].every(([, name = '']) => isVariable(name)), 'messages.unknownVariable'),
);

export const templateSchema = z.object({ id: z.string(), name: z.string(), body: z.string() });
export type MessageTemplate = z.infer<typeof templateSchema>;
export const templatesSchema = z.array(templateSchema);
export const templatesInput = z.object({ companyId: z.optional(idField) });
/** Saves a template. One of the same name is replaced. */
export const saveTemplateSchema = z.object({
  companyId: z.optional(idField),
  name: lineField(1, 60, 'messages.nameTheTemplate'),
  body: templateBodyField,
});
export type SaveTemplate = z.infer<typeof saveTemplateSchema>;
export const deleteTemplateSchema = z.object({ id: idField });

export const maxRecipients = 200;
/** A batch is sent this long after it was written, so that it can be stopped. */
export const undoSeconds = 10;

/** The result of the message to one recipient. */
export const batchOutcomes = [
  { code: 'waiting', label: text('messages.outcomeWaiting') },
  { code: 'sent', label: text('messages.outcomeSent') },
  { code: 'canceled', label: text('messages.outcomeCanceled') },
  { code: 'same_person', label: text('messages.outcomeSamePerson') },
  { code: 'no_account', label: text('messages.outcomeNoAccount') },
  { code: 'withdrawn', label: text('messages.outcomeWithdrawn') },
] as const satisfies readonly { code: string; label: Text }[];
export type BatchOutcome = (typeof batchOutcomes)[number]['code'];
export const batchOutcomeCodes = batchOutcomes.map(({ code }) => code) as [BatchOutcome, ...BatchOutcome[]];

/** Writes to the applicants with these ids, or to every applicant that the filters find, {@link maxRecipients} at most. */
export const sendManySchema = z.object({
  companyId: z.optional(idField),
  ids: z.optional(z.array(idField).check(z.minLength(1), z.maxLength(maxRecipients))),
  filters: searchSchema.shape.filters,
  body: templateBodyField,
  key: keyField,
});
export type SendMany = z.infer<typeof sendManySchema>;

export const batchSchema = z.object({
  id: z.string(),
  /** Until then the batch can be stopped. */
  sendAt: z.date(),
  counts: z.array(z.object({ outcome: z.enum(batchOutcomeCodes), count: z.int() })),
  /** Recipients who do not get the message, by name. */
  skipped: z.array(z.object({ applicantId: z.string(), name: z.string(), outcome: z.enum(batchOutcomeCodes) })),
});
export type Batch = z.infer<typeof batchSchema>;
export const batchInput = z.object({ id: idField });
