import * as z from 'zod';
import { actorOf, allowed, forbidImpersonation, ownCompany, requireConfirmation, router } from '#server/trpc.ts';
import { closeCompanySchema, closeCompanyResultSchema, erasureSchema } from '#shared/companies/company.ts';
import { closeCompany, findErasure } from './close-company.ts';
import { deleteOwnAccount } from './delete-account.ts';

const companyProcedure = ownCompany('company.close', { evenIfCancelled: true });

/**
 * Deletes the caller's account and closes the caller's company (`docs/product/access.md#leaving-and-deletion`).
 */
export const deletionRouter = router({
  deleteAccount: allowed('employer.self')
    .use(forbidImpersonation)
    .use(requireConfirmation)
    .output(z.object({ id: z.string() }))
    .mutation(async ({ ctx }) => {
      const result = await deleteOwnAccount(ctx.services, actorOf(ctx));
      ctx.transport.storeRefreshToken(null);
      return result;
    }),
  erasure: companyProcedure.output(erasureSchema).query(({ ctx }) => findErasure(ctx.services, ctx.scope)),
  closeCompany: companyProcedure
    .use(forbidImpersonation)
    .use(requireConfirmation)
    .input(closeCompanySchema)
    .output(closeCompanyResultSchema)
    .mutation(({ ctx, input }) => closeCompany(ctx.services, ctx.scope, actorOf(ctx), input)),
});
