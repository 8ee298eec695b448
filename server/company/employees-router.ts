import * as z from 'zod';
import {
  actorOf,
  forbidImpersonation,
  publicProcedure,
  requireConfirmation,
  router,
  scoped,
  signedInProcedure,
  requireVerifiedEmail,
} from '#server/trpc.ts';
import {
  acceptedSchema,
  addEmployeeSchema,
  employeePasswordSchema,
  employeeSchema,
  invitedPersonSchema,
  getEmployeeSchema,
  invitationSchema,
  invitationTokenSchema,
  invitedListSchema,
  invitedSchema,
  joinCompanySchema,
  joinedSchema,
  updateEmployeeSchema,
} from '#shared/companies/employee.ts';
import { acceptInvitation, listInvitations, withdrawInvitation } from './account-invitation.ts';
import { findEmployee } from './employee-list.ts';
import { addEmployee, findInvitation, inviteAgain, joinCompany } from './invitation.ts';
import { setEmployeePassword, updateEmployee, leaveCompany } from './update-employee.ts';

const manage = scoped('employees.manage');
const emptySchema = z.object({});

/** A company's employees: company admins manage them, company users see them (`docs/product/companies.md#employees`). */
export const employeesRouter = router({
  get: scoped('employees.read', { evenIfCancelled: true })
    .input(getEmployeeSchema)
    .output(employeeSchema)
    .query(({ ctx, input }) => findEmployee(ctx.services.db, ctx.scope, input.id)),
  add: manage
    .use(requireVerifiedEmail('add_people'))
    .use(forbidImpersonation)
    .use(requireConfirmation)
    .input(addEmployeeSchema)
    .output(employeeSchema)
    .mutation(({ ctx, input }) => addEmployee(ctx.services.db, actorOf(ctx), ctx.scope, input)),
  update: manage
    .input(updateEmployeeSchema)
    .output(employeeSchema)
    .mutation(({ ctx, input }) => updateEmployee(ctx.services.db, actorOf(ctx), ctx.scope, input)),
  setPassword: manage
    .use(forbidImpersonation)
    .use(requireConfirmation)
    .input(employeePasswordSchema)
    .output(emptySchema)
    .mutation(async ({ ctx, input }) => {
      await setEmployeePassword(ctx.services.db, actorOf(ctx), ctx.scope, input);
      return {};
    }),
  inviteAgain: manage
    .use(requireVerifiedEmail('add_people'))
    .input(invitedSchema)
    .output(emptySchema)
    .mutation(async ({ ctx, input }) => {
      await inviteAgain(ctx.services.db, actorOf(ctx), ctx.scope, input);
      return {};
    }),
  /** Lists up to 100 people who have an account, such as drivers, and have not accepted their invitation yet. */
  invitations: manage
    .input(invitedListSchema)
    .output(z.array(invitedPersonSchema))
    .query(({ ctx, input }) => listInvitations(ctx.services.db, ctx.scope, input?.companyId)),
  withdraw: manage
    .input(invitedSchema)
    .output(getEmployeeSchema)
    .mutation(({ ctx, input }) => withdrawInvitation(ctx.services.db, actorOf(ctx), ctx.scope, input)),
  /** This is a mutation, because a query would put the token into the URL. */
  invitation: publicProcedure
    .input(invitationTokenSchema)
    .output(invitationSchema)
    .mutation(({ ctx, input }) => findInvitation(ctx.services.db, input.token, ctx.ip)),
  join: publicProcedure
    .input(joinCompanySchema)
    .output(joinedSchema)
    .mutation(({ ctx, input }) => joinCompany(ctx.services.db, input, ctx.ip)),
  /** Leaves the caller's own company. The company does not have to approve it. */
  leave: signedInProcedure
    .use(forbidImpersonation)
    .output(acceptedSchema)
    .mutation(({ ctx }) => leaveCompany(ctx.services.db, actorOf(ctx))),
  /** Accepts an invitation with an existing account. */
  accept: signedInProcedure
    .use(forbidImpersonation)
    .input(invitationTokenSchema)
    .output(acceptedSchema)
    .mutation(({ ctx, input }) => acceptInvitation(ctx.services.db, actorOf(ctx), input.token)),
});
