import * as z from 'zod/mini';
import { closeCompanySchema, closedCompanySchema, erasureSchema } from '#shared/companies/company.ts';
import { actorOf, allowed, forbidImpersonation, ownCompany, requireConfirmation, router } from '#server/trpc.ts';
import { closeCompany, findErasure } from './close-company.ts';
import { deleteOwnAccount } from './delete-account.ts';

const company = ownCompany('company.close', { evenIfCancelled: true });

/**
 * The deletion of the caller's account and the closing of the caller's company
 * (`docs/product/access.md#leaving-and-deletion`).
 */
export const deletionRouter = router({
  deleteAccount: allowed('employer.self')
    .use(forbidImpersonation)
    .use(requireConfirmation)
    .output(z.object({ id: z.string() }))
    .mutation(async ({ ctx }) => {
      const gone = await deleteOwnAccount(ctx.services, actorOf(ctx));
      ctx.transport.storeRefreshToken(null);
      return gone;
    }),
  erasure: company.output(erasureSchema).query(({ ctx }) => findErasure(ctx.services, ctx.scope)),
  closeCompany: company
    .use(forbidImpersonation)
    .use(requireConfirmation)
    .input(closeCompanySchema)
    .output(closedCompanySchema)
    .mutation(({ ctx, input }) => closeCompany(ctx.services, ctx.scope, actorOf(ctx), input)),
});
