/** Messages between a company and the drivers who applied to it (`docs/product/messages.md`). */
import * as z from 'zod/mini';
import { selectionFields, selectionRule } from '#shared/drivers/applicant-selection.ts';
import { idField, lineField, requiredParagraphField } from '#shared/fields.ts';
import { pageFields, pageOf } from '#shared/lists/list.ts';
import { type Text, text } from '#shared/texts/texts.ts';
import { attachmentSchema } from './attachment.ts';
import { maxTextLength, textStates } from './text-message.ts';

export const messageSenders = ['company', 'driver'] as const;
export type MessageSender = (typeof messageSenders)[number];

/** How a message was received or sent. */
export const messageChannels = ['app', 'email', 'sms'] as const;
export type MessageChannel = (typeof messageChannels)[number];

/** How a company sends a message: in the members area with an email, or in the members area and as a text message. */
export const outgoingChannels = ['app', 'sms'] as const;
export type OutgoingChannel = (typeof outgoingChannels)[number];

export const maxMessageLength = 2000;
export const messageBodyField = requiredParagraphField(maxMessageLength);
const channelField = z.optional(z.enum(outgoingChannels));
/** A text that the client chooses for each message, so that a repeated request sends it once. */
const keyField = z.string().check(z.minLength(8), z.maxLength(64), z.regex(/^[\w-]+$/));

const textOrNull = z.nullable(z.string());

export const messageSchema = z.object({
  id: z.string(),
  sender: z.enum(messageSenders),
  /** The employee who wrote it. Null for a driver's message and for a deleted account. */
  authorName: textOrNull,
  channel: z.enum(messageChannels),
  /** Empty if the driver sent only files. */
  body: z.string(),
  /** The files of a driver's reply by email. */
  attachments: z.array(attachmentSchema),
  createdAt: z.date(),
  /** The delivery state of a text message. Null for every other message. */
  delivery: z.nullable(z.enum(textStates)),
  /** When a waiting text message is sent. */
  sendAt: z.nullable(z.date()),
});
export type Message = z.infer<typeof messageSchema>;

export const conversationSchema = z.object({
  id: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  driverName: z.string(),
  /** The application that the company's latest message was about. Null if it no longer exists. */
  applicantId: textOrNull,
  jobId: textOrNull,
  jobTitle: textOrNull,
  lastMessageAt: z.date(),
  /** The side that wrote last to the other one alone. A message to many does not count, because it answers nobody. */
  lastSender: z.enum(messageSenders),
  /** Who wrote the last message, including messages to many. */
  lastMessageSender: z.enum(messageSenders),
  /** The text of the last message, or the names of its files if it has no text. */
  lastBody: z.string(),
  /** Messages that the reading side has not opened. */
  unread: z.int(),
});
export type Conversation = z.infer<typeof conversationSchema>;
export const conversationPageSchema = pageOf(conversationSchema);

export const conversationListSchema = z.object({
  companyId: z.optional(idField),
  /** True returns only conversations in which the driver wrote last. */
  unanswered: z.optional(z.boolean()),
  ...pageFields(),
});
export const myConversationSchema = z.object({ id: idField });
export const myConversationsSchema = z.object({ ...pageFields() });

/** Newest messages first, so that the first page is the latest part of a conversation. */
export const messagePageSchema = pageOf(messageSchema);
/** The screen loads a longer page to show earlier messages, so a page can be longer than in other lists. */
const maxMessagesPage = 2000;
export const applicantMessagesSchema = z.object({ applicantId: idField, ...pageFields(50, maxMessagesPage) });
export const conversationMessagesSchema = z.object({ id: idField, ...pageFields(50, maxMessagesPage) });

const movesToContactedField = z.optional(z.boolean());
z.globalRegistry.add(movesToContactedField, {
  description: 'True also moves applicants from the stages `new` and `reviewed` to `contacted`. The default is false.',
});
const includesNotAFitField = z.optional(z.boolean());
z.globalRegistry.add(includesNotAFitField, {
  description: 'True also sends to applicants who are not a fit. By default they are skipped, with the outcome `not_a_fit`.',
});

/** A text message is shorter than other messages. */
type OutgoingBody = { channel?: OutgoingChannel | undefined; body: string };
const textLengthRule = z.refine<OutgoingBody>(({ channel, body }) => channel !== 'sms' || body.length <= maxTextLength, {
  error: 'messages.textTooLong',
  path: ['body'],
});

export const sendMessageSchema = z
  .object({
    applicantId: idField,
    body: messageBodyField,
    channel: channelField,
    key: z.optional(keyField),
    movesToContacted: movesToContactedField,
  })
  .check(textLengthRule);
export type SendMessage = z.infer<typeof sendMessageSchema>;
export const replySchema = z.object({ id: idField, body: messageBodyField, key: z.optional(keyField) });
export type Reply = z.infer<typeof replySchema>;

/** Marks what the caller's side has seen: the messages up to `lastMessageId`, the newest one shown. */
export const markReadSchema = z.object({ applicantId: idField, lastMessageId: idField });
export type MarkRead = z.infer<typeof markReadSchema>;
export const markMyReadSchema = z.object({ id: idField, lastMessageId: idField });
export type MarkMyRead = z.infer<typeof markMyReadSchema>;
/** How many of the other side's messages are still unread. */
export const markedReadSchema = z.object({ unread: z.int() });

export const unreadMessagesSchema = z.object({ count: z.int() });
export const unreadMessagesInput = z.object({ companyId: z.optional(idField) });

/** The variables that a template can contain. Each is replaced for each recipient. */
export const templateVariables = [
  { code: 'first_name', label: text('common.firstName') },
  { code: 'job_title', label: text('common.jobTitle') },
  { code: 'company', label: text('common.companyName') },
  { code: 'my_name', label: text('messages.variableMyName') },
] as const satisfies readonly { code: string; label: Text }[];
export type TemplateVariable = (typeof templateVariables)[number]['code'];

const variablePattern = /\{\{\s*([^{}]*?)\s*\}\}/g;
const isVariable = (name: string): name is TemplateVariable => templateVariables.some(({ code }) => code === name);

/** Replaces `{{first_name}}` and the other variables. An unknown variable stays as it is. */
export function fillTemplate(body: string, values: Readonly<Record<TemplateVariable, string>>): string {
  return body.replace(variablePattern, (placeholder, name: string) => (isVariable(name) ? values[name] : placeholder));
}

/** A message text with variables. It is refused if it contains a variable that does not exist. */
const templateBodyField = messageBodyField.check(
  z.refine((body) => [...body.matchAll(variablePattern)].every(([, name = '']) => isVariable(name)), 'messages.unknownVariable'),
);

export const templateSchema = z.object({ id: z.string(), name: z.string(), body: z.string() });
export type MessageTemplate = z.infer<typeof templateSchema>;
export const templatesSchema = z.array(templateSchema);
export const templatesInput = z.object({ companyId: z.optional(idField) });
/** Saves a template. A template with the same name is replaced. */
export const saveTemplateSchema = z.object({
  companyId: z.optional(idField),
  name: lineField(1, 60, 'messages.templateNameRequired'),
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
  { code: 'canceled', label: text('common.canceled') },
  { code: 'same_person', label: text('messages.outcomeSamePerson') },
  { code: 'no_account', label: text('common.accountDeleted') },
  { code: 'withdrawn', label: text('common.applicationWithdrawn') },
  { code: 'not_a_fit', label: text('common.notAFit') },
  { code: 'no_consent', label: text('messages.outcomeNoConsent') },
] as const satisfies readonly { code: string; label: Text }[];
export type BatchOutcome = (typeof batchOutcomes)[number]['code'];
export const batchOutcomeCodes = batchOutcomes.map(({ code }) => code) as [BatchOutcome, ...BatchOutcome[]];

/** Sends a message to the selected applicants, {@link maxRecipients} at most. */
export const sendManySchema = z
  .object({
    ...selectionFields(maxRecipients),
    body: templateBodyField,
    channel: channelField,
    key: keyField,
    movesToContacted: movesToContactedField,
    includesNotAFit: includesNotAFitField,
  })
  .check(selectionRule, textLengthRule);
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
