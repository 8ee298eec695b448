import { addPasskey, addTotp, startPasskey, startTotp } from '#server/auth/factors/add-factor.ts';
import { confirmPerson, startConfirmation } from '#server/auth/factors/confirm-person.ts';
import { listFactors, removeFactor, renameFactor, renewRecoveryCodes } from '#server/auth/factors/update-factor.ts';
import { findTextSignIn, turnOffTextSignIn, turnOnTextSignIn } from '#server/auth/sign-in/prove-phone.ts';
import { actorOf, requireConfirmation, ownPasswordProcedure, forbidImpersonation, router } from '#server/trpc.ts';
import { nothingSchema } from '#shared/accounts/auth.ts';
import {
  addedFactorSchema,
  addPasskeySchema,
  addTotpSchema,
  type Confirmed,
  confirmedSchema,
  confirmSchema,
  confirmStartSchema,
  factorIdSchema,
  factorsSchema,
  recoveryCodesSchema,
  renameFactorSchema,
  startPasskeySchema,
  startTotpSchema,
  textSignInSchema,
  turnOnTextSignInSchema,
} from '#shared/accounts/factors.ts';
import { deliverTokens } from './token-transport.ts';

const ownerProcedure = ownPasswordProcedure.use(forbidImpersonation);
const confirmedOwnerProcedure = ownerProcedure.use(requireConfirmation);

/**
 * The second factors of the caller's account, and the confirmation that the caller is its owner
 * (`docs/product/access.md#second-factor`).
 */
export const factorsRouter = router({
  list: ownerProcedure.output(factorsSchema).query(({ ctx }) => listFactors(ctx.services, ctx.actor)),
  startTotp: confirmedOwnerProcedure.output(startTotpSchema).mutation(({ ctx }) => startTotp(ctx.services, ctx.actor.userId)),
  addTotp: confirmedOwnerProcedure
    .input(addTotpSchema)
    .output(addedFactorSchema)
    .mutation(({ ctx, input }) => addTotp(ctx.services, actorOf(ctx), input)),
  startPasskey: confirmedOwnerProcedure
    .output(startPasskeySchema)
    .mutation(({ ctx }) => startPasskey(ctx.services, ctx.actor.userId)),
  addPasskey: confirmedOwnerProcedure
    .input(addPasskeySchema)
    .output(addedFactorSchema)
    .mutation(({ ctx, input }) => addPasskey(ctx.services, actorOf(ctx), input)),
  rename: ownerProcedure
    .input(renameFactorSchema)
    .output(nothingSchema)
    .mutation(async ({ ctx, input }) => {
      await renameFactor(ctx.services.db, actorOf(ctx), input);
      return {};
    }),
  remove: confirmedOwnerProcedure
    .input(factorIdSchema)
    .output(nothingSchema)
    .mutation(async ({ ctx, input }) => {
      await removeFactor(ctx.services, actorOf(ctx), input);
      return {};
    }),
  renewRecoveryCodes: confirmedOwnerProcedure
    .output(recoveryCodesSchema)
    .mutation(({ ctx }) => renewRecoveryCodes(ctx.services, actorOf(ctx))),
  textSignIn: ownerProcedure.output(textSignInSchema).query(({ ctx }) => findTextSignIn(ctx.services, ctx.actor.userId)),
  turnOnTextSignIn: confirmedOwnerProcedure
    .input(turnOnTextSignInSchema)
    .output(textSignInSchema)
    .mutation(({ ctx, input }) => turnOnTextSignIn(ctx.services, actorOf(ctx), input)),
  turnOffTextSignIn: confirmedOwnerProcedure
    .output(textSignInSchema)
    .mutation(({ ctx }) => turnOffTextSignIn(ctx.services, actorOf(ctx))),
  startConfirm: ownerProcedure.output(confirmStartSchema).mutation(({ ctx }) => startConfirmation(ctx.services, ctx.actor)),
  confirm: ownerProcedure
    .input(confirmSchema)
    .output(confirmedSchema)
    .mutation(async ({ ctx, input }) =>
      deliverTokens<Confirmed>(ctx.transport, await confirmPerson(ctx.services, ctx.actor, input, ctx)),
    ),
});
