import * as z from 'zod/mini';
import {
  accountIdSchema,
  adminPageSchema,
  adminSchema,
  adminSearchSchema,
  applicantUserPageSchema,
  applicantUserSearchSchema,
  createAdminSchema,
  editEmployerSchema,
  endSessionsSchema,
  sentApplicationPageSchema,
  sentApplicationsSchema,
  updateAdminSchema,
} from '#shared/admin/admin.ts';
import { accountStatusAnswerSchema, accountStatusSchema, ownSessionsSchema } from '#shared/accounts/account.ts';
import { employerSchema } from '#shared/accounts/auth.ts';
import { employeePasswordSchema } from '#shared/companies/employee.ts';
import { actorOf, allowed, readerOf, router, verifiedEmail } from '#server/trpc.ts';
import { endAccountSessions, listAccountSessions } from './account-sessions.ts';
import { findAdmin, listAdmins } from './admin-query.ts';
import { listApplicantUsers, listSentApplications } from './applicant-list.ts';
import { createAdmin, updateAdmin, setAccountStatus } from './update-admin.ts';
import { editEmployer, readEmployer, setEmployerPassword } from './employer.ts';
import { auditPageSchema, auditSearchSchema } from '#shared/admin/audit.ts';
import { searchSchema } from '#shared/lists/list.ts';
import { audit } from '#server/audit.ts';
import { auditFile, everything, listAudit } from '#server/audit-log.ts';
import { csvFileSchema } from '#server/csv.ts';

/** The log of everything, for administrators (`rest: Companies, employees, admins`). */
export const auditRouter = router({
  search: allowed('audit.read')
    .input(auditSearchSchema)
    .output(auditPageSchema)
    .query(({ ctx, input }) => listAudit(ctx.services.db, everything, { ...input, ...readerOf(ctx) })),

  export: allowed('audit.read')
    .input(searchSchema)
    .output(csvFileSchema)
    .mutation(async ({ ctx, input }) => {
      await audit(ctx.services.db, actorOf(ctx), { action: 'audit.export' });
      return auditFile(ctx.services.db, 'audit', everything, { ...input, ...readerOf(ctx) });
    }),
});

const manage = allowed('accounts.manage');
const nothing = z.object({});

/** The back office (`rest: Companies, employees, admins`). */
export const adminRouter = router({
  setAccountStatus: allowed('account.status')
    .input(accountStatusSchema)
    .output(accountStatusAnswerSchema)
    .mutation(({ ctx, input }) => setAccountStatus(ctx.services.db, actorOf(ctx), input)),
  sessions: manage
    .input(accountIdSchema)
    .output(ownSessionsSchema)
    .query(({ ctx, input }) => listAccountSessions(ctx.services.db, ctx.actor, input.id)),
  endSessions: manage
    .input(endSessionsSchema)
    .output(nothing)
    .mutation(async ({ ctx, input }) => {
      await endAccountSessions(ctx.services.db, actorOf(ctx), input);
      return {};
    }),

  admins: manage
    .input(adminSearchSchema)
    .output(adminPageSchema)
    .query(({ ctx, input }) => listAdmins(ctx.services.db, { ...input, ...readerOf(ctx) })),
  admin: manage
    .input(accountIdSchema)
    .output(adminSchema)
    .query(({ ctx, input }) => findAdmin(ctx.services.db, input.id)),
  createAdmin: manage
    .use(verifiedEmail)
    .input(createAdminSchema)
    .output(adminSchema)
    .mutation(({ ctx, input }) => createAdmin(ctx.services.db, actorOf(ctx), input)),
  updateAdmin: manage
    .input(updateAdminSchema)
    .output(adminSchema)
    .mutation(({ ctx, input }) => updateAdmin(ctx.services.db, actorOf(ctx), input)),

  applicants: manage
    .input(applicantUserSearchSchema)
    .output(applicantUserPageSchema)
    .query(({ ctx, input }) => listApplicantUsers(ctx.services.db, { ...input, ...readerOf(ctx) })),
  sentApplications: manage
    .input(sentApplicationsSchema)
    .output(sentApplicationPageSchema)
    .query(({ ctx, input }) => listSentApplications(ctx.services.db, input)),

  employer: manage
    .input(accountIdSchema)
    .output(employerSchema)
    .query(({ ctx, input }) => readEmployer(ctx.services.db, input.id)),
  editEmployer: manage
    .input(editEmployerSchema)
    .output(employerSchema)
    .mutation(({ ctx, input }) => editEmployer(ctx.services.db, actorOf(ctx), input)),
  setEmployerPassword: manage
    .input(employeePasswordSchema)
    .output(nothing)
    .mutation(async ({ ctx, input }) => {
      await setEmployerPassword(ctx.services.db, actorOf(ctx), input.employeeId, input.password);
      return {};
    }),
});
