import { z } from 'zod';
import { findTargetCompany } from '#server/access/scope.ts';
import { uploadSchema } from '#server/media/upload.ts';
import { actorOf, allowed, router, scoped } from '#server/trpc.ts';
import { decideCheckSchema, waitingChecksPageSchema, waitingChecksSchema } from '#shared/companies/carrier.ts';
import { companyPageSchema, updateCompanyPageSchema, uploadedPhotoSchema } from '#shared/companies/company-page.ts';
import { ownCompanyOrSchema } from '#shared/companies/company.ts';
import { idField } from '#shared/fields.ts';
import { checkCarrier, decideCheck, listWaiting } from './check-carrier.ts';
import { readCompanyPage, updateCompanyPage } from './update-company-page.ts';
import { uploadPhoto } from './upload-photos.ts';

const edit = scoped('company.edit');

/** What a company writes for its public page, and the check of its USDOT number (`docs/product/companies.md#public-page`). */
export const companyPageRouter = router({
  get: scoped('company.read')
    .input(ownCompanyOrSchema)
    .output(companyPageSchema)
    .query(({ ctx, input }) => readCompanyPage(ctx.services, ctx.scope, input?.companyId)),

  update: edit
    .input(updateCompanyPageSchema)
    .output(companyPageSchema)
    .mutation(({ ctx, input }) => updateCompanyPage(ctx.services, actorOf(ctx), ctx.scope, input)),

  uploadPhoto: edit
    .input(z.object({ companyId: z.optional(idField), file: uploadSchema }))
    .output(uploadedPhotoSchema)
    .mutation(async ({ ctx, input }) => {
      const company = await findTargetCompany(ctx.services.db, ctx.scope, input.companyId);
      return uploadPhoto(ctx.services, company, actorOf(ctx), input.file);
    }),

  checkCarrier: edit
    .input(ownCompanyOrSchema)
    .output(companyPageSchema)
    .mutation(async ({ ctx, input }) => {
      await checkCarrier(ctx.services, actorOf(ctx), ctx.scope, input?.companyId);
      return readCompanyPage(ctx.services, ctx.scope, input?.companyId);
    }),

  waiting: allowed('company.list')
    .input(waitingChecksSchema)
    .output(waitingChecksPageSchema)
    .query(({ ctx, input }) => listWaiting(ctx.services.db, input)),

  decide: scoped('company.status')
    .input(decideCheckSchema)
    .output(companyPageSchema)
    .mutation(async ({ ctx, input }) => {
      await decideCheck(ctx.services, actorOf(ctx), ctx.scope, input);
      return readCompanyPage(ctx.services, ctx.scope, input.companyId);
    }),
});
