import * as z from 'zod';
import { findTargetCompany } from '#server/access/scope.ts';
import { fileDownloadSchema } from '#server/downloads/file.ts';
import { actorOf, allowed, forbidImpersonation, ownCompany, selectCompany, readerOf, router, scoped } from '#server/trpc.ts';
import { attachmentInput } from '#shared/messages/attachment.ts';
import {
  applicantMessagesSchema,
  batchInput,
  batchSchema,
  conversationListSchema,
  conversationMessagesSchema,
  conversationPageSchema,
  conversationSchema,
  deleteTemplateSchema,
  markedReadSchema,
  markMyReadSchema,
  markReadSchema,
  messagePageSchema,
  messageSchema,
  myConversationSchema,
  myConversationsSchema,
  replySchema,
  saveTemplateSchema,
  sendManySchema,
  sendMessageSchema,
  templateSchema,
  templatesInput,
  templatesSchema,
  unreadMessagesInput,
  unreadMessagesSchema,
} from '#shared/messages/message.ts';
import { suggestedReplySchema, suggestReplySchema } from '#shared/messages/suggested-reply.ts';
import { setTextConsentSchema, textConsentSchema, textingInput, textingSchema } from '#shared/messages/text-message.ts';
import { readAttachment, readMyAttachment } from './attachment-query.ts';
import { cancelBatch, deleteTemplate, listTemplates, readBatch, saveTemplate, sendMany } from './batch.ts';
import { findTextConsent, findTexting, setTextConsent } from './change-text-consent.ts';
import {
  listCompanyConversations,
  countCompanyUnread,
  countDriverUnread,
  listDriverConversations,
  readMyConversation,
  readApplicantMessages,
  readMyMessages,
} from './conversation-query.ts';
import { markMyRead, markRead } from './mark-read.ts';
import { reply, sendMessage } from './send-message.ts';
import { suggestReply } from './write-reply.ts';

const read = scoped('applicants.read');
const write = scoped('applicants.tag');
const self = allowed('driver.self');

/** Messages between companies and drivers (`docs/product/messages.md`). */
export const messagesRouter = router({
  conversations: read
    .input(conversationListSchema)
    .output(conversationPageSchema)
    .query(({ ctx, input }) =>
      listCompanyConversations(ctx.services.db, selectCompany(ctx.scope, input.companyId), { ...input, language: ctx.language }),
    ),
  unreadCount: read
    .input(unreadMessagesInput)
    .output(unreadMessagesSchema)
    .query(({ ctx, input }) => countCompanyUnread(ctx.services.db, selectCompany(ctx.scope, input.companyId))),
  ofApplicant: read
    .input(applicantMessagesSchema)
    .output(messagePageSchema)
    .query(({ ctx, input }) => readApplicantMessages(ctx.services.db, ctx.scope, input)),
  attachment: read
    .input(attachmentInput)
    .output(fileDownloadSchema)
    .query(({ ctx, input }) => readAttachment(ctx.services, ctx.scope, input)),
  markRead: ownCompany('applicants.read')
    .use(forbidImpersonation)
    .input(markReadSchema)
    .output(markedReadSchema)
    .mutation(({ ctx, input }) => markRead(ctx.services.db, ctx.scope, input)),
  texting: read
    .input(textingInput)
    .output(textingSchema)
    .query(({ ctx, input }) => findTexting(ctx.services, ctx.scope, input)),
  send: write
    .input(sendMessageSchema)
    .output(messageSchema)
    .mutation(({ ctx, input }) => sendMessage(ctx.services, ctx.scope, actorOf(ctx), input, ctx.transport.kind)),
  suggestReply: write
    .input(suggestReplySchema)
    .output(suggestedReplySchema)
    .mutation(({ ctx, input }) => suggestReply(ctx.services, ctx.scope, actorOf(ctx), input)),
  sendMany: write
    .input(sendManySchema)
    .output(batchSchema)
    .mutation(async ({ ctx, input }) => {
      const company = await findTargetCompany(ctx.services.db, ctx.scope, input.companyId);
      return sendMany(ctx.services, company, actorOf(ctx), { ...input, ...readerOf(ctx) });
    }),
  batch: read
    .input(batchInput)
    .output(batchSchema)
    .query(({ ctx, input }) => readBatch(ctx.services.db, ctx.scope, input.id)),
  cancelBatch: write
    .input(batchInput)
    .output(batchSchema)
    .mutation(({ ctx, input }) => cancelBatch(ctx.services, ctx.scope, actorOf(ctx), input)),
  templates: read
    .input(templatesInput)
    .output(templatesSchema)
    .query(({ ctx, input }) => listTemplates(ctx.services.db, selectCompany(ctx.scope, input.companyId))),
  saveTemplate: write
    .input(saveTemplateSchema)
    .output(templateSchema)
    .mutation(async ({ ctx, input }) => {
      const company = await findTargetCompany(ctx.services.db, ctx.scope, input.companyId);
      return saveTemplate(ctx.services.db, company, actorOf(ctx), input);
    }),
  deleteTemplate: write
    .input(deleteTemplateSchema)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => deleteTemplate(ctx.services.db, ctx.scope, actorOf(ctx), input)),
  mine: self
    .input(myConversationsSchema)
    .output(conversationPageSchema)
    .query(({ ctx, input }) => listDriverConversations(ctx.services.db, ctx.actor, { ...input, language: ctx.language })),
  myUnreadCount: self.output(unreadMessagesSchema).query(({ ctx }) => countDriverUnread(ctx.services.db, ctx.actor)),
  myConversation: self
    .input(myConversationSchema)
    .output(conversationSchema)
    .query(({ ctx, input }) => readMyConversation(ctx.services.db, ctx.actor, { ...input, language: ctx.language })),
  myMessages: self
    .input(conversationMessagesSchema)
    .output(messagePageSchema)
    .query(({ ctx, input }) => readMyMessages(ctx.services.db, ctx.actor, input)),
  myAttachment: self
    .input(attachmentInput)
    .output(fileDownloadSchema)
    .query(({ ctx, input }) => readMyAttachment(ctx.services, ctx.actor, input)),
  markMyRead: self
    .use(forbidImpersonation)
    .input(markMyReadSchema)
    .output(markedReadSchema)
    .mutation(({ ctx, input }) => markMyRead(ctx.services.db, ctx.actor, input)),
  textConsent: self.output(textConsentSchema).query(({ ctx }) => findTextConsent(ctx.services, ctx.actor.userId)),
  setTextConsent: self
    .use(forbidImpersonation)
    .input(setTextConsentSchema)
    .output(textConsentSchema)
    .mutation(({ ctx, input }) => setTextConsent(ctx.services, actorOf(ctx), input)),
  reply: self
    .use(forbidImpersonation)
    .input(replySchema)
    .output(messageSchema)
    .mutation(({ ctx, input }) => reply(ctx.services, actorOf(ctx), input)),
});
