import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { users } from '#drizzle/schema/accounts.ts';
import { billingDetails } from '#drizzle/schema/billing.ts';
import { companies, employees } from '#drizzle/schema/companies.ts';
import { audit } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { phoneColumns } from '#server/input/phone-columns.ts';
import { uploadSchema } from '#server/media/upload.ts';
import type { Services } from '#server/services.ts';
import {
  actorOf,
  allowed,
  ownCompany,
  forbidImpersonation,
  publicProcedure,
  readerOf,
  router,
  scoped,
  signedInProcedure,
  type ActingUser,
  type OwnCompany,
} from '#server/trpc.ts';
import {
  billingDetailsSchema,
  updateBillingDetailsSchema,
  type BillingDetails,
  type UpdateBillingDetails,
} from '#shared/billing/payment.ts';
import {
  companyNameSchema,
  companyNamesSchema,
  companyPageSchema,
  companySchema,
  companySearchSchema,
  companyStatusSchema,
  createCompanySchema,
  ownCompanyOrSchema,
  tagUseSchema,
  updateCompanySchema,
  verifyCompanyEmailSchema,
  tagSchema,
  tagTextField,
} from '#shared/companies/company.ts';
import { employeeListSchema, employeePageSchema } from '#shared/companies/employee.ts';
import { logoSizeRange, logoWindow } from '#shared/companies/logo.ts';
import { idField } from '#shared/fields.ts';
import { fullName } from '#shared/format.ts';
import { text } from '#shared/texts/texts.ts';
import { resendEmailProof, verifyCompanyEmail } from './company-email.ts';
import { readCompany, listCompanies, findCompanyNames } from './company-query.ts';
import { createCompany, locate } from './create-company.ts';
import { listEmployees } from './employee-list.ts';
import { type LogoShape, readLogo, uploadLogo } from './logo.ts';
import { createTag, deleteTag, listTags, listTagUses } from './tags.ts';
import { setCompanyStatus, updateCompany } from './update-company.ts';

const allowCancelled = { evenIfCancelled: true };
const crop = z.coerce.number().int().min(0).max(20_000).optional();
const offset = (fallback: number) => z.coerce.number().int().min(-20_000).max(20_000).default(fallback);
/** Either a crop in the picture's own pixels, or the placement in the editor (`shared/companies/logo.ts`). */
const logoUploadSchema = z.object({
  file: uploadSchema,
  cropLeft: crop,
  cropTop: crop,
  cropWidth: crop,
  logoSize: z.coerce
    .number()
    .int()
    .min(logoSizeRange.min, 'errors.tooSmall')
    .max(logoSizeRange.max, 'errors.tooLarge')
    .multipleOf(logoSizeRange.step, 'errors.mustBeMultipleOf')
    .optional(),
  logoLeftOffset: offset(logoWindow.left),
  logoTopOffset: offset(logoWindow.top),
});

function logoShape({
  cropLeft = 0,
  cropTop = 0,
  cropWidth,
  ...placed
}: Omit<z.infer<typeof logoUploadSchema>, 'file'>): LogoShape {
  if (cropWidth) return { left: cropLeft, top: cropTop, width: cropWidth };
  return placed.logoSize ? { ...placed, logoSize: placed.logoSize } : null;
}

export const companyRouter = router({
  create: allowed('company.create')
    .input(createCompanySchema)
    .output(companySchema)
    .mutation(({ ctx, input }) =>
      createCompany(ctx.services, { ...actorOf(ctx), isEmailVerified: ctx.actor.isEmailVerified }, input),
    ),

  get: scoped('company.read', allowCancelled)
    .input(z.object({ companyId: z.optional(idField) }).optional())
    .output(companySchema)
    .query(({ ctx, input }) => readCompany(ctx.services.db, ctx.scope, input?.companyId)),

  update: scoped('company.edit', allowCancelled)
    .input(updateCompanySchema)
    .output(companySchema)
    .mutation(async ({ ctx, input }) => {
      const id = await updateCompany(ctx.services, actorOf(ctx), ctx.scope, input);
      return readCompany(ctx.services.db, ctx.scope, id);
    }),

  billingDetails: ownCompany('payment.read', allowCancelled)
    .output(billingDetailsSchema)
    .query(({ ctx }) => readBillingDetails(ctx.services.db, ctx.scope)),

  updateBillingDetails: ownCompany('payment.card')
    .input(updateBillingDetailsSchema)
    .output(billingDetailsSchema)
    .mutation(({ ctx, input }) => saveBillingDetails(ctx.services, ctx.scope, actorOf(ctx), input)),

  resendVerification: scoped('company.edit', allowCancelled)
    .use(forbidImpersonation)
    .input(ownCompanyOrSchema)
    .output(z.object({}))
    .mutation(async ({ ctx, input }) => {
      await resendEmailProof(ctx.services.db, ctx.scope, actorOf(ctx), input?.companyId);
      return {};
    }),

  /** The emailed link works without a sign-in, for anyone who opens it. */
  verifyEmail: publicProcedure
    .input(verifyCompanyEmailSchema)
    .output(z.object({}))
    .mutation(async ({ ctx, input }) => {
      await verifyCompanyEmail(ctx.services.db, { token: input.token, ip: ctx.ip, language: ctx.language });
      return {};
    }),

  setStatus: scoped('company.status')
    .input(companyStatusSchema)
    .output(companySchema)
    .mutation(async ({ ctx, input }) => {
      const id = await setCompanyStatus(ctx.services.db, actorOf(ctx), ctx.scope, input);
      return readCompany(ctx.services.db, ctx.scope, id);
    }),

  names: scoped('jobs.post')
    .input(companyNamesSchema)
    .output(z.array(companyNameSchema))
    .query(({ ctx, input }) => findCompanyNames(ctx.services.db, ctx.scope, input.text)),

  search: allowed('company.list')
    .input(companySearchSchema)
    .output(companyPageSchema)
    .query(({ ctx, input }) => listCompanies(ctx.services.db, { ...input, ...readerOf(ctx) })),

  employees: scoped('employees.read', allowCancelled)
    .input(employeeListSchema)
    .output(employeePageSchema)
    .query(({ ctx, input }) => listEmployees(ctx.services.db, ctx.scope, { ...input, ...readerOf(ctx) })),

  /** Lists the tags of the caller's company, or of the company that staff request. */
  tags: scoped('applicants.read')
    .input(ownCompanyOrSchema)
    .output(z.array(tagSchema))
    .query(({ ctx, input }) => listTags(ctx.services.db, ctx.scope, input?.companyId ?? ctx.actor.companyId ?? undefined)),

  tagUses: scoped('applicants.read')
    .input(ownCompanyOrSchema)
    .output(z.array(tagUseSchema))
    .query(({ ctx, input }) => listTagUses(ctx.services.db, ctx.scope, input?.companyId)),

  createTag: scoped('applicants.tag')
    .input(z.object({ companyId: z.optional(idField), text: tagTextField }))
    .output(tagSchema)
    .mutation(({ ctx, input }) => createTag(ctx.services.db, actorOf(ctx), ctx.scope, input)),

  deleteTag: scoped('applicants.tag')
    .input(z.object({ id: idField }))
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => deleteTag(ctx.services.db, actorOf(ctx), ctx.scope, input.id)),

  uploadLogo: allowed('company.create')
    .input(logoUploadSchema)
    .output(z.object({ url: z.string(), fileName: z.string() }))
    .mutation(({ ctx, input: { file, ...shape } }) => uploadLogo(ctx.services, actorOf(ctx), { file, shape: logoShape(shape) })),

  logo: signedInProcedure
    .input(z.object({ fileName: z.string().max(80) }))
    .output(z.object({ url: z.string() }))
    .query(({ ctx, input }) => readLogo(ctx.services.db, input.fileName)),
});

/**
 * Returns the saved billing details. If none are saved, returns the company's name, phone and address, and the name of its
 * contact person if that person still works there.
 */
async function readBillingDetails(db: Database, { companyId }: OwnCompany): Promise<BillingDetails> {
  const [row] = await db
    .select({ company: companies, saved: billingDetails, employer: { firstName: users.firstName, lastName: users.lastName } })
    .from(companies)
    .leftJoin(billingDetails, eq(billingDetails.companyId, companies.id))
    .leftJoin(
      employees,
      and(eq(employees.userId, companies.employerId), eq(employees.companyId, companies.id), eq(employees.active, true)),
    )
    .leftJoin(users, eq(users.id, employees.userId))
    .where(eq(companies.id, companyId));
  if (!row) throw notFound(text('errors.companyNotFound'));
  const { company, saved, employer } = row;
  const { phone, phoneExtension, companyName, street1, street2, city, state, postalCode, latitude, longitude } = saved ?? company;
  return {
    companyId,
    isSaved: saved !== null,
    name: saved?.name ?? (employer ? fullName(employer) : ''),
    phone,
    phoneExtension,
    companyName,
    street1,
    street2,
    city,
    state,
    postalCode,
    coordinates: latitude !== null && longitude !== null ? { latitude, longitude } : null,
  };
}

/** Saves the name and address for invoices and receipts. Receipts of earlier payments show them too. */
async function saveBillingDetails(
  { db, geocoder }: Pick<Services, 'db' | 'geocoder'>,
  scope: OwnCompany,
  actor: ActingUser,
  { name, phone, phoneExtension, companyName, ...address }: UpdateBillingDetails,
): Promise<BillingDetails> {
  const { companyId } = scope;
  const shown = await readBillingDetails(db, scope);
  // An address from before today's rules does not keep the rest from being saved.
  const isSame = (['street1', 'street2', 'city', 'state', 'postalCode'] as const).every(
    (field) => shown[field] === address[field],
  );
  const { country: _country, ...place } =
    isSame && shown.coordinates ? { ...address, ...shown.coordinates, country: 'US' } : await locate({ db, geocoder }, address);
  await db.transaction(async (tx) => {
    await tx.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('no key update');
    const before = await readBillingDetails(tx, scope);
    const number = phoneColumns({ phone, phoneExtension }, before);
    const values = { name, phone: phone.digits, phoneExtension: number.phoneExtension, companyName, ...place };
    await tx
      .insert(billingDetails)
      .values({ companyId, ...values })
      .onConflictDoUpdate({ target: billingDetails.companyId, set: { ...values, updatedAt: new Date() } });
    await audit(tx, actor, { action: 'billing_details.update', subject: { type: 'company', id: companyId }, companyId });
  });
  return readBillingDetails(db, scope);
}
