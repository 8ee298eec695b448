import { z } from 'zod';
import {
  companyPageSchema,
  companySchema,
  companySearchSchema,
  companyStatusSchema,
  createCompanySchema,
  tagSchema,
  tagTextField,
  updateCompanySchema,
} from '#shared/company.ts';
import { employeeListSchema, employeePageSchema } from '#shared/employee.ts';
import { idField } from '#shared/fields.ts';
import { uploadSchema } from '#server/media/upload.ts';
import { actorOf, allowed, ownCompany, router, scoped, signedInProcedure } from '#server/trpc.ts';
import { listCompanies } from './company-list.ts';
import { readCompany } from './company-queries.ts';
import { setCompanyStatus } from './company-status.ts';
import { createCompany } from './create-company.ts';
import { listEmployees } from './employee-list.ts';
import { readLogo, uploadLogo } from './logo.ts';
import { createTag, deleteTag, listTags } from './tags.ts';
import { updateCompany } from './update-company.ts';

const settings = { evenIfCancelled: true };
const crop = z.coerce.number().int().min(0).max(20_000).optional();

export const companyRouter = router({
  create: allowed('company.create')
    .input(createCompanySchema)
    .output(companySchema)
    .mutation(({ ctx, input }) => createCompany(ctx.services, actorOf(ctx), input)),

  get: scoped('company.read', settings)
    .input(z.object({ companyId: z.optional(idField) }).optional())
    .output(companySchema)
    .query(({ ctx, input }) => readCompany(ctx.services.db, ctx.scope, input?.companyId)),

  update: scoped('company.edit', settings)
    .input(updateCompanySchema)
    .output(companySchema)
    .mutation(async ({ ctx, input }) => {
      const id = await updateCompany(ctx.services, actorOf(ctx), ctx.scope, input);
      return readCompany(ctx.services.db, ctx.scope, id);
    }),

  setStatus: scoped('company.status')
    .input(companyStatusSchema)
    .output(companySchema)
    .mutation(async ({ ctx, input }) => {
      const id = await setCompanyStatus(ctx.services.db, actorOf(ctx), ctx.scope, input);
      return readCompany(ctx.services.db, ctx.scope, id);
    }),

  search: allowed('company.list')
    .input(companySearchSchema)
    .output(companyPageSchema)
    .query(({ ctx, input }) => listCompanies(ctx.services.db, input)),

  employees: scoped('employees.read', settings)
    .input(employeeListSchema)
    .output(employeePageSchema)
    .query(({ ctx, input }) => listEmployees(ctx.services.db, ctx.scope, input)),

  tags: ownCompany('applicants.read')
    .output(z.array(tagSchema))
    .query(({ ctx }) => listTags(ctx.services.db, ctx.scope)),

  createTag: ownCompany('applicants.tag')
    .input(z.object({ text: tagTextField }))
    .output(tagSchema)
    .mutation(({ ctx, input }) => createTag(ctx.services.db, ctx.scope, input.text)),

  deleteTag: scoped('applicants.tag')
    .input(z.object({ id: idField }))
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => deleteTag(ctx.services.db, ctx.scope, input.id)),

  uploadLogo: allowed('company.create')
    .input(z.object({ file: uploadSchema, cropLeft: crop, cropTop: crop, cropWidth: crop }))
    .output(z.object({ url: z.string(), fileName: z.string() }))
    .mutation(({ ctx, input: { file, cropLeft = 0, cropTop = 0, cropWidth } }) =>
      uploadLogo(ctx.services, actorOf(ctx), {
        file,
        crop: cropWidth ? { left: cropLeft, top: cropTop, width: cropWidth } : null,
      }),
    ),

  logo: signedInProcedure
    .input(z.object({ fileName: z.string().max(80) }))
    .output(z.object({ url: z.string() }))
    .query(({ ctx, input }) => readLogo(ctx.services.db, input.fileName)),
});
