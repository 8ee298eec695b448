import * as z from 'zod/mini';
import {
  applicantMessagesSchema,
  batchInput,
  batchSchema,
  conversationListSchema,
  conversationMessagesSchema,
  conversationPageSchema,
  conversationSchema,
  deleteTemplateSchema,
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
import { existingCompany } from '#server/scope.ts';
import { actorOf, allowed, forbidImpersonation, oneCompany, readerOf, router, scoped } from '#server/trpc.ts';
import { cancelBatch, deleteTemplate, listTemplates, readBatch, saveTemplate, sendMany } from './batch.ts';
import {
  companyConversations,
  countCompanyUnread,
  countDriverUnread,
  driverConversations,
  myConversation,
  readApplicantMessages,
  readMyMessages,
} from './conversation-query.ts';
import { reply, sendMessage } from './send-message.ts';

const read = scoped('applicants.read');
const write = scoped('applicants.tag');
const self = allowed('driver.self');

/** Messages between companies and drivers (`docs/product/messages.md`). */
export const messagesRouter = router({
  conversations: read
    .input(conversationListSchema)
    .output(conversationPageSchema)
    .query(({ ctx, input }) => companyConversations(ctx.services.db, oneCompany(ctx.scope, input.companyId), input)),
  unreadCount: read
    .input(unreadMessagesInput)
    .output(unreadMessagesSchema)
    .query(({ ctx, input }) => countCompanyUnread(ctx.services.db, oneCompany(ctx.scope, input.companyId))),
  ofApplicant: read
    .input(applicantMessagesSchema)
    .output(messagePageSchema)
    .query(({ ctx, input }) => readApplicantMessages(ctx.services.db, ctx.scope, actorOf(ctx), input)),
  send: write
    .input(sendMessageSchema)
    .output(messageSchema)
    .mutation(({ ctx, input }) => sendMessage(ctx.services, ctx.scope, actorOf(ctx), input, ctx.transport.kind)),
  sendMany: write
    .input(sendManySchema)
    .output(batchSchema)
    .mutation(async ({ ctx, input }) => {
      const company = await existingCompany(ctx.services.db, ctx.scope, input.companyId);
      return sendMany(ctx.services.db, company, actorOf(ctx), { ...input, ...readerOf(ctx) });
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
    .query(({ ctx, input }) => listTemplates(ctx.services.db, oneCompany(ctx.scope, input.companyId))),
  saveTemplate: write
    .input(saveTemplateSchema)
    .output(templateSchema)
    .mutation(async ({ ctx, input }) => {
      const company = await existingCompany(ctx.services.db, ctx.scope, input.companyId);
      return saveTemplate(ctx.services.db, company, actorOf(ctx), input);
    }),
  deleteTemplate: write
    .input(deleteTemplateSchema)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => deleteTemplate(ctx.services.db, ctx.scope, actorOf(ctx), input)),
  mine: self
    .input(myConversationsSchema)
    .output(conversationPageSchema)
    .query(({ ctx, input }) => driverConversations(ctx.services.db, ctx.actor, input)),
  myUnreadCount: self.output(unreadMessagesSchema).query(({ ctx }) => countDriverUnread(ctx.services.db, ctx.actor)),
  myConversation: self
    .input(myConversationSchema)
    .output(conversationSchema)
    .query(({ ctx, input }) => myConversation(ctx.services.db, ctx.actor, input)),
  myMessages: self
    .input(conversationMessagesSchema)
    .output(messagePageSchema)
    .query(({ ctx, input }) => readMyMessages(ctx.services.db, ctx.actor, input)),
  reply: self
    .use(forbidImpersonation)
    .input(replySchema)
    .output(messageSchema)
    .mutation(({ ctx, input }) => reply(ctx.services, actorOf(ctx), input)),
});
