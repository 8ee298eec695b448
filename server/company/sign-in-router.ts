import * as z from 'zod';
import { getClient, deliverTokens } from '#server/auth/token-transport.ts';
import type { Services } from '#server/services.ts';
import {
  actorOf,
  forbidImpersonation,
  type OwnCompany,
  ownCompany,
  publicProcedure,
  requireConfirmation,
  router,
} from '#server/trpc.ts';
import { tokensSchema, type Tokens } from '#shared/accounts/auth.ts';
import {
  companySignInSettingsSchema,
  companySignInStartSchema,
  finishCompanySignInSchema,
  saveCompanySignInSchema,
  startCompanySignInSchema,
} from '#shared/companies/company-sign-in.ts';
import { finishCompanySignIn, startCompanySignIn } from './sign-in/login-with-provider.ts';
import {
  checkDomain,
  findCompanySignIn,
  removeCompanySignIn,
  returnPath,
  saveCompanySignIn,
  txtResolver,
} from './sign-in/update-provider.ts';

const own = ownCompany('company.sign_in');
const change = own.use(forbidImpersonation).use(requireConfirmation);

const readSettings = async ({ db, settings }: Services, scope: OwnCompany) => ({
  redirectUri: settings.publicUrl + returnPath,
  settings: await findCompanySignIn(db, scope),
});

/** Signing in with a company's own identity provider (`docs/product/access.md#company-sign-in`). */
export const companySignInRouter = router({
  settings: own.output(companySignInSettingsSchema).query(({ ctx }) => readSettings(ctx.services, ctx.scope)),
  save: change
    .input(saveCompanySignInSchema)
    .output(companySignInSettingsSchema)
    .mutation(async ({ ctx, input }) => {
      await saveCompanySignIn(ctx.services, ctx.scope, actorOf(ctx), input);
      return readSettings(ctx.services, ctx.scope);
    }),
  checkDomain: change.output(companySignInSettingsSchema).mutation(async ({ ctx }) => {
    await checkDomain(ctx.services.db, ctx.scope, actorOf(ctx), txtResolver(ctx.services.settings));
    return readSettings(ctx.services, ctx.scope);
  }),
  remove: change.output(z.object({ id: z.string() })).mutation(async ({ ctx }) => {
    await removeCompanySignIn(ctx.services.db, ctx.scope, actorOf(ctx));
    return { id: ctx.scope.companyId };
  }),
  start: publicProcedure
    .input(startCompanySignInSchema)
    .output(companySignInStartSchema)
    .mutation(({ ctx, input }) => startCompanySignIn(ctx.services, input.email, ctx.ip)),
  finish: publicProcedure
    .input(finishCompanySignInSchema)
    .output(tokensSchema)
    .mutation(async ({ ctx, input }) =>
      deliverTokens<Tokens>(ctx.transport, await finishCompanySignIn(ctx.services, input, getClient(ctx))),
    ),
});
