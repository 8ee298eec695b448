import * as z from 'zod/mini';
import {
  answerContactSchema,
  contactListSchema,
  contactPageSchema,
  contactThreadSchema,
  sendContactSchema,
} from '#shared/companies/contact.ts';
import { idField } from '#shared/fields.ts';
import { actorOf, readerOf, router, scoped } from '#server/trpc.ts';
import { answerContact, sendContact } from './contact.ts';
import { listContacts, readContact } from './contact-list.ts';

const send = scoped('contact.send');
const read = scoped('contact.read');

/** Messages between a company and support about a job (`rest: Access`, `spec: work §7`). */
export const contactRouter = router({
  send: send
    .input(sendContactSchema)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => sendContact(ctx.services, actorOf(ctx), ctx.scope, input)),

  answer: send
    .input(answerContactSchema)
    .output(contactThreadSchema)
    .mutation(async ({ ctx, input }) => {
      const id = await answerContact(ctx.services, actorOf(ctx), ctx.scope, input);
      return readContact(ctx.services.db, ctx.scope, id);
    }),

  list: read
    .input(contactListSchema)
    .output(contactPageSchema)
    .query(({ ctx, input }) => listContacts(ctx.services.db, ctx.scope, { ...input, ...readerOf(ctx) })),

  get: read
    .input(z.object({ id: idField }))
    .output(contactThreadSchema)
    .query(({ ctx, input }) => readContact(ctx.services.db, ctx.scope, input.id)),
});
