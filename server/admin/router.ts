import { and, eq } from 'drizzle-orm';
import * as z from 'zod';
import { sessions, users } from '#drizzle/schema/accounts.ts';
import { auditFile, unrestrictedScope, listAudit } from '#server/audit/audit-log.ts';
import { audit } from '#server/audit/audit.ts';
import { listOwnSessions } from '#server/auth/account/own-sessions.ts';
import { resetFactors } from '#server/auth/factors/update-factor.ts';
import { findUserName } from '#server/auth/passwords/put-password.ts';
import type { Database } from '#server/db/open.ts';
import { csvFileSchema } from '#server/downloads/csv.ts';
import { AppError, notFound } from '#server/errors.ts';
import { listSecurityEvents, securityEventsFile } from '#server/security/event-list.ts';
import type { Services } from '#server/services.ts';
import type { Actor } from '#server/session/authenticate.ts';
import { endEverySession, endSessions } from '#server/session/sessions.ts';
import { actorOf, allowed, requireConfirmation, readerOf, router, requireVerifiedEmail, type ActingUser } from '#server/trpc.ts';
import { mayManageAccount } from '#shared/access/authority.ts';
import { accountStatusAnswerSchema, accountStatusSchema, ownSessionsSchema, type OwnSessions } from '#shared/accounts/account.ts';
import { employerSchema } from '#shared/accounts/auth.ts';
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
import { auditPageSchema, auditSearchSchema } from '#shared/admin/audit.ts';
import { securityEventPageSchema, securityEventSearchSchema } from '#shared/admin/security-events.ts';
import { employeePasswordSchema } from '#shared/companies/employee.ts';
import { searchSchema } from '#shared/lists/list.ts';
import { type Language, text } from '#shared/texts/texts.ts';
import { findAdmin, listAdmins } from './admin-query.ts';
import { listApplicantUsers, listSentApplications } from './applicant-list.ts';
import { editEmployer, readEmployer, setEmployerPassword } from './employer.ts';
import { createAdmin, updateAdmin, setAccountStatus } from './update-admin.ts';

/** The audit log, for administrators (`docs/product/access.md#audit-log`). */
export const auditRouter = router({
  search: allowed('audit.read')
    .input(auditSearchSchema)
    .output(auditPageSchema)
    .query(({ ctx, input }) => listAudit(ctx.services.db, unrestrictedScope, { ...input, ...readerOf(ctx) })),

  export: allowed('audit.read')
    .input(searchSchema)
    .output(csvFileSchema)
    .mutation(async ({ ctx, input }) => {
      await audit(ctx.services.db, actorOf(ctx), { action: 'audit.export' });
      return auditFile(ctx.services.db, 'audit', unrestrictedScope, { ...input, ...readerOf(ctx) });
    }),
});

/** Security events, for administrators (`docs/product/access.md#security-events`). */
export const securityRouter = router({
  search: allowed('audit.read')
    .input(securityEventSearchSchema)
    .output(securityEventPageSchema)
    .query(({ ctx, input }) => listSecurityEvents(ctx.services.db, { ...input, ...readerOf(ctx) })),

  export: allowed('audit.read')
    .input(searchSchema)
    .output(csvFileSchema)
    .mutation(async ({ ctx, input }) => {
      await audit(ctx.services.db, actorOf(ctx), { action: 'security_event.export' });
      return securityEventsFile(ctx.services.db, { ...input, ...readerOf(ctx) });
    }),
});

const manage = allowed('accounts.manage');
const emptySchema = z.object({});

/** Managing staff, employers and drivers, for administrators. */
export const adminRouter = router({
  setAccountStatus: allowed('account.status')
    .use(requireConfirmation)
    .input(accountStatusSchema)
    .output(accountStatusAnswerSchema)
    .mutation(({ ctx, input }) => setAccountStatus(ctx.services.db, actorOf(ctx), input)),
  sessions: manage
    .input(accountIdSchema)
    .output(ownSessionsSchema)
    .query(({ ctx, input }) => listAccountSessions(ctx.services, ctx.actor, { id: input.id, language: ctx.language })),
  endSessions: manage
    .use(requireConfirmation)
    .input(endSessionsSchema)
    .output(emptySchema)
    .mutation(async ({ ctx, input }) => {
      await endAccountSessions(ctx.services.db, actorOf(ctx), input);
      return {};
    }),
  resetFactors: manage
    .use(requireConfirmation)
    .input(accountIdSchema)
    .output(emptySchema)
    .mutation(async ({ ctx, input }) => {
      await resetAccountFactors(ctx.services.db, actorOf(ctx), input.id);
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
    .use(requireVerifiedEmail('add_people'))
    .use(requireConfirmation)
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
    .use(requireConfirmation)
    .input(employeePasswordSchema)
    .output(emptySchema)
    .mutation(async ({ ctx, input }) => {
      await setEmployerPassword(ctx.services.db, actorOf(ctx), input.employeeId, input.password);
      return {};
    }),
});

async function assertMayManage(db: Database, userRoles: Actor['roles'], id: string): Promise<void> {
  const [account] = await db.select({ roles: users.roles }).from(users).where(eq(users.id, id));
  if (!account) throw notFound(text('errors.accountNotFound'));
  if (!mayManageAccount(userRoles, account.roles)) throw new AppError('forbidden', text('errors.cannotSeeSuperAdminSessions'));
}

async function listAccountSessions(
  services: Services,
  { roles: userRoles, sessionId }: Actor,
  { id, language }: { id: string; language: Language },
): Promise<OwnSessions> {
  await assertMayManage(services.db, userRoles, id);
  return listOwnSessions(services, { userId: id, sessionId }, language);
}

/** Resets the second factors of a person who lost them. It requires the same authority as setting their password. */
async function resetAccountFactors(db: Database, actor: ActingUser, id: string): Promise<void> {
  await assertMayManage(db, actor.roles, id);
  if (id === actor.userId) throw new AppError('forbidden', text('errors.cannotResetOwnFactors'));
  await db.transaction(async (tx) => resetFactors(tx, id, { actor, by: await findUserName(tx, actor.userId) }));
}

/** Ends one or all of a person's sessions. Their access tokens stop working at the next request. */
async function endAccountSessions(
  db: Database,
  actor: ActingUser,
  { id, sessionId }: { id: string; sessionId?: string | undefined },
): Promise<void> {
  await assertMayManage(db, actor.roles, id);
  await db.transaction(async (tx) => {
    const subject = { type: 'user', id } as const;
    if (sessionId === undefined) {
      await endEverySession(tx, id);
      return audit(tx, actor, { action: 'session.end_all', subject });
    }
    const ended = await endSessions(tx, and(eq(sessions.id, sessionId), eq(sessions.userId, id)));
    if (ended.length === 0) throw notFound(text('errors.sessionNotFound'));
    return audit(tx, actor, { action: 'session.end', subject, detail: { session: sessionId } });
  });
}
