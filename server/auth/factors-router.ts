import {
  addedFactorSchema,
  addPasskeySchema,
  addTotpSchema,
  confirmedSchema,
  confirmSchema,
  confirmStartSchema,
  factorIdSchema,
  factorsSchema,
  recoveryCodesSchema,
  renameFactorSchema,
  startPasskeySchema,
  startTotpSchema,
} from '#shared/accounts/factors.ts';
import { nothingSchema } from '#shared/accounts/auth.ts';
import { addPasskey, addTotp, startPasskey, startTotp } from '#server/auth/factors/add-factor.ts';
import { confirmPerson, startConfirmation } from '#server/auth/factors/confirm-person.ts';
import { listFactors, removeFactor, renameFactor, renewRecoveryCodes } from '#server/auth/factors/update-factor.ts';
import { actorOf, requireConfirmation, ownPasswordProcedure, forbidImpersonation, router } from '#server/trpc.ts';

const owner = ownPasswordProcedure.use(forbidImpersonation);
const sure = owner.use(requireConfirmation);

/**
 * The second factors of the caller's account, and the confirmation that the caller is its owner
 * (`docs/product/access.md#second-factor`).
 */
export const factorsRouter = router({
  list: owner.output(factorsSchema).query(({ ctx }) => listFactors(ctx.services, ctx.actor)),
  startTotp: sure.output(startTotpSchema).mutation(({ ctx }) => startTotp(ctx.services, ctx.actor.userId)),
  addTotp: sure
    .input(addTotpSchema)
    .output(addedFactorSchema)
    .mutation(({ ctx, input }) => addTotp(ctx.services, actorOf(ctx), input)),
  startPasskey: sure.output(startPasskeySchema).mutation(({ ctx }) => startPasskey(ctx.services, ctx.actor.userId)),
  addPasskey: sure
    .input(addPasskeySchema)
    .output(addedFactorSchema)
    .mutation(({ ctx, input }) => addPasskey(ctx.services, actorOf(ctx), input)),
  rename: owner
    .input(renameFactorSchema)
    .output(nothingSchema)
    .mutation(async ({ ctx, input }) => {
      await renameFactor(ctx.services.db, actorOf(ctx), input);
      return {};
    }),
  remove: sure
    .input(factorIdSchema)
    .output(nothingSchema)
    .mutation(async ({ ctx, input }) => {
      await removeFactor(ctx.services, actorOf(ctx), input);
      return {};
    }),
  renewRecoveryCodes: sure.output(recoveryCodesSchema).mutation(({ ctx }) => renewRecoveryCodes(ctx.services, actorOf(ctx))),
  startConfirm: owner.output(confirmStartSchema).mutation(({ ctx }) => startConfirmation(ctx.services, ctx.actor)),
  confirm: owner
    .input(confirmSchema)
    .output(confirmedSchema)
    .mutation(({ ctx, input }) => confirmPerson(ctx.services, ctx.actor, input, ctx.ip)),
});
