import * as z from 'zod';
import { findTargetCompany } from '#server/access/scope.ts';
import { audit } from '#server/audit/audit.ts';
import { csvFileSchema } from '#server/downloads/csv.ts';
import { findActiveEmployees } from '#server/notifications/notify.ts';
import { actorOf, selectCompany, readerOf, router, scoped } from '#server/trpc.ts';
import { askedQuestionsInput, askedQuestionsSchema } from '#shared/applicants/screening.ts';
import {
  moveStageSchema,
  stageSettingsInput,
  stageSettingsSchema,
  updateStageSettingsSchema,
  deleteViewSchema,
  savedViewsInput,
  savedViewSchema,
  savedViewsSchema,
  saveViewSchema,
} from '#shared/applicants/stages.ts';
import {
  addNoteSchema,
  assignOwnerSchema,
  colleaguesInput,
  colleaguesSchema,
  deleteNoteSchema,
  editNoteSchema,
  logCallSchema,
  timelineInput,
  timelinePageSchema,
  applicantPageSchema,
  mergeApplicantsSchema,
} from '#shared/applicants/timeline.ts';
import { todayInput, todaySchema } from '#shared/applicants/today.ts';
import {
  applicantSchema,
  applicantsPageSchema,
  changeApplicantsSchema,
  changedApplicantsSchema,
  companyApplicantsFilterSchema,
  countSelectionSchema,
  getApplicantSchema,
  searchApplicantsSchema,
  selectionCountSchema,
  stageCountsSchema,
} from '#shared/drivers/applicant.ts';
import { readAskedQuestions } from './answer-query.ts';
import { readApplicantPage, readTimeline } from './applicant-page-query.ts';
import { changeApplicants, countSelection } from './change-many.ts';
import { companyApplicantsFile } from './export.ts';
import { countStages, findCompanyOfJob, getApplicant, searchApplicants } from './list-query.ts';
import { mergeApplicants } from './merge-people.ts';
import { assignOwner, markViewed, moveStage } from './move-stage.ts';
import { readStageSettings, updateStageSettings, deleteView, listSavedViews, saveView } from './stage-settings.ts';
import { readToday } from './today-query.ts';
import { addNote, deleteNote, editNote, logCall } from './write-timeline.ts';

const read = scoped('applicants.read');
const edit = scoped('applicants.tag');
const manage = scoped('company.edit');

const idSchema = z.object({ id: z.string() });
const getChangeSource = ({ transport }: { transport: { kind: 'web' | 'rest' } }) => transport.kind;

/**
 * Calls for working with the applicants of all jobs: stages, owners, notes, bulk changes
 * (`docs/product/applicants-and-matching.md#stages`).
 */
export const hiringRouter = router({
  search: read
    .input(searchApplicantsSchema)
    .output(applicantsPageSchema)
    .query(({ ctx, input }) =>
      searchApplicants(ctx.services.db, selectCompany(ctx.scope, input.companyId), { ...input, ...readerOf(ctx) }),
    ),
  export: read
    .input(companyApplicantsFilterSchema)
    .output(csvFileSchema)
    .mutation(async ({ ctx, input }) => {
      const company = selectCompany(ctx.scope, input.companyId);
      const subject = { type: 'company', id: company.companyId } as const;
      const { db } = ctx.services;
      await audit(db, actorOf(ctx), { action: 'applicant.export', subject, companyId: company.companyId });
      return companyApplicantsFile(db, company, { ...input, ...readerOf(ctx) });
    }),
  colleagues: read
    .input(colleaguesInput)
    .output(colleaguesSchema)
    .query(async ({ ctx, input }) => {
      const people = await findActiveEmployees(ctx.services.db, [selectCompany(ctx.scope, input.companyId).companyId]);
      return people.map(({ id, fullName }) => ({ id, name: fullName }));
    }),
  stageCounts: read
    .input(companyApplicantsFilterSchema)
    .output(stageCountsSchema)
    .query(({ ctx, input }) =>
      countStages(ctx.services.db, selectCompany(ctx.scope, input.companyId), { ...input, ...readerOf(ctx) }),
    ),
  questions: read
    .input(askedQuestionsInput)
    .output(askedQuestionsSchema)
    .query(async ({ ctx: { services, scope }, input: { companyId, jobId } }) => {
      const companyOfJob = jobId ? await findCompanyOfJob(services.db, scope, jobId) : undefined;
      const company = selectCompany(scope, companyId ?? companyOfJob);
      // Refuses a job of another company than the named one.
      return readAskedQuestions(services.db, { ...selectCompany(company, companyOfJob), jobId });
    }),
  today: read
    .input(todayInput)
    .output(todaySchema)
    .query(({ ctx, input }) =>
      readToday(ctx.services.db, selectCompany(ctx.scope, input.companyId), { ...readerOf(ctx), user: ctx.actor }),
    ),
  page: read
    .input(getApplicantSchema)
    .output(applicantPageSchema)
    .query(({ ctx, input }) => readApplicantPage(ctx.services.db, ctx.scope, { ...input, language: ctx.language })),
  timeline: read
    .input(timelineInput)
    .output(timelinePageSchema)
    .query(({ ctx, input }) => readTimeline(ctx.services.db, ctx.scope, input)),
  markViewed: edit
    .input(getApplicantSchema)
    .output(idSchema)
    .mutation(({ ctx, input }) => markViewed(ctx.services, ctx.scope, actorOf(ctx), input)),
  moveStage: edit
    .input(moveStageSchema)
    .output(applicantSchema)
    .mutation(async ({ ctx, input }) => {
      await moveStage(ctx.services, ctx.scope, actorOf(ctx), input, getChangeSource(ctx));
      return getApplicant(ctx.services.db, ctx.scope, input.applicantId);
    }),
  assignOwner: edit
    .input(assignOwnerSchema)
    .output(applicantSchema)
    .mutation(async ({ ctx, input }) => {
      await assignOwner(ctx.services, ctx.scope, actorOf(ctx), input, getChangeSource(ctx));
      return getApplicant(ctx.services.db, ctx.scope, input.applicantId);
    }),
  countSelection: read
    .input(countSelectionSchema)
    .output(selectionCountSchema)
    .query(({ ctx, input }) =>
      countSelection(ctx.services.db, selectCompany(ctx.scope, input.companyId), { ...input, ...readerOf(ctx) }),
    ),
  changeMany: edit
    .input(changeApplicantsSchema)
    .output(changedApplicantsSchema)
    .mutation(async ({ ctx, input }) => {
      const company = await findTargetCompany(ctx.services.db, ctx.scope, input.companyId);
      return changeApplicants(ctx.services, company, actorOf(ctx), { ...input, ...readerOf(ctx) });
    }),
  addNote: edit
    .input(addNoteSchema)
    .output(idSchema)
    .mutation(({ ctx, input }) => addNote(ctx.services, ctx.scope, actorOf(ctx), input)),
  editNote: edit
    .input(editNoteSchema)
    .output(idSchema)
    .mutation(({ ctx, input }) => editNote(ctx.services, ctx.scope, actorOf(ctx), input)),
  deleteNote: edit
    .input(deleteNoteSchema)
    .output(idSchema)
    .mutation(({ ctx, input }) => deleteNote(ctx.services, ctx.scope, actorOf(ctx), input)),
  logCall: edit
    .input(logCallSchema)
    .output(idSchema)
    .mutation(({ ctx, input }) => logCall(ctx.services, ctx.scope, actorOf(ctx), input)),
  merge: edit
    .input(mergeApplicantsSchema)
    .output(applicantPageSchema)
    .mutation(async ({ ctx, input }) => {
      await mergeApplicants(ctx.services, ctx.scope, actorOf(ctx), input);
      return readApplicantPage(ctx.services.db, ctx.scope, { id: input.applicantId, language: ctx.language });
    }),
  savedViews: read
    .input(savedViewsInput)
    .output(savedViewsSchema)
    .query(({ ctx, input }) => listSavedViews(ctx.services.db, selectCompany(ctx.scope, input.companyId), actorOf(ctx))),
  saveView: read
    .input(saveViewSchema)
    .output(savedViewSchema)
    .mutation(async ({ ctx, input }) => {
      const company = await findTargetCompany(ctx.services.db, ctx.scope, input.companyId);
      return saveView(ctx.services.db, company, actorOf(ctx), input);
    }),
  deleteView: read
    .input(deleteViewSchema)
    .output(idSchema)
    .mutation(({ ctx, input }) => deleteView(ctx.services.db, actorOf(ctx), input)),
  stages: read
    .input(stageSettingsInput)
    .output(stageSettingsSchema)
    .query(({ ctx, input }) => readStageSettings(ctx.services.db, selectCompany(ctx.scope, input.companyId).companyId)),
  updateStages: manage
    .input(updateStageSettingsSchema)
    .output(stageSettingsSchema)
    .mutation(async ({ ctx, input }) => {
      const company = await findTargetCompany(ctx.services.db, ctx.scope, input.companyId);
      return updateStageSettings(ctx.services.db, company, actorOf(ctx), input);
    }),
});
