import * as z from 'zod';
import { findTargetCompany } from '#server/access/scope.ts';
import { actorOf, router, scoped, selectCompany } from '#server/trpc.ts';
import {
  addQuestionSchema,
  deleteQuestionSchema,
  questionLibraryInput,
  questionLibrarySchema,
  updateQuestionSchema,
} from '#shared/applicants/question-library.ts';
import { questionSchema } from '#shared/applicants/screening.ts';
import { readQuestionLibrary } from './question-query.ts';
import { addQuestion, deleteQuestion, updateQuestion } from './write-questions.ts';

const read = scoped('jobs.read');
const edit = scoped('jobs.edit');

/** The questions that a company picks from when it writes a job (`docs/product/screening.md#library`). */
export const questionsRouter = router({
  list: read
    .input(questionLibraryInput)
    .output(questionLibrarySchema)
    .query(({ ctx, input }) => readQuestionLibrary(ctx.services.db, selectCompany(ctx.scope, input.companyId), ctx.language)),
  add: edit
    .input(addQuestionSchema)
    .output(questionSchema)
    .mutation(async ({ ctx, input }) => {
      const company = await findTargetCompany(ctx.services.db, ctx.scope, input.companyId);
      return addQuestion(ctx.services.db, company, { actor: actorOf(ctx), language: ctx.language }, input);
    }),
  update: edit
    .input(updateQuestionSchema)
    .output(questionSchema)
    .mutation(async ({ ctx, input }) => {
      const company = await findTargetCompany(ctx.services.db, ctx.scope, input.companyId);
      return updateQuestion(ctx.services.db, company, { actor: actorOf(ctx), language: ctx.language }, input);
    }),
  delete: edit
    .input(deleteQuestionSchema)
    .output(z.object({ id: z.string() }))
    .mutation(async ({ ctx, input }) => {
      const company = await findTargetCompany(ctx.services.db, ctx.scope, input.companyId);
      return deleteQuestion(ctx.services.db, company, { actor: actorOf(ctx), language: ctx.language }, input);
    }),
});
