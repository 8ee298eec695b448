import * as z from 'zod';
import { acceptTerms, findEmployer, updateEmployer, findProfile, updateProfile, findMe } from '#server/auth/account/profile.ts';
import { recommend } from '#server/auth/account/recommend.ts';
import { resendVerification, verifyEmail } from '#server/auth/email/verification.ts';
import { answerSecondFactor, passkeyLogin, startPasskeyLogin } from '#server/auth/factors/second-factor.ts';
import { beginImpersonation, leaveImpersonation } from '#server/auth/impersonation/impersonate.ts';
import { changePassword } from '#server/auth/passwords/change-password.ts';
import { requestResetCode, resetPassword, verifyResetCode } from '#server/auth/passwords/reset-password.ts';
import { codeLogin, codeSignup } from '#server/auth/sign-in/code-login.ts';
import { checkEmail, issueEmailCheckToken } from '#server/auth/sign-in/email-check.ts';
import { login } from '#server/auth/sign-in/login.ts';
import { logOut, refreshTokens } from '#server/auth/sign-in/refresh-session.ts';
import { checkCode, requestCode } from '#server/auth/sign-in/sign-in-code.ts';
import { signUp } from '#server/auth/sign-in/signup.ts';
import { socialLogin } from '#server/auth/social/login.ts';
import { startSocialLogin } from '#server/auth/social/start.ts';
import { makeStreamTicket } from '#server/session/one-time-tokens.ts';
import {
  actorOf,
  allowed,
  allowedInRestrictedSession,
  restrictedSessionProcedure,
  forbidImpersonation,
  requireVerifiedEmail,
  publicProcedure,
  router,
  signedInProcedure,
} from '#server/trpc.ts';
import { impersonateAnswerSchema, impersonateSchema } from '#shared/access/impersonation.ts';
import { recommendAnswerSchema, recommendSchema } from '#shared/accounts/account.ts';
import {
  changePasswordAnswerSchema,
  changePasswordSchema,
  emailCheckAnswerSchema,
  emailCheckSchema,
  emailCheckTokenSchema,
  employerSchema,
  loginAnswerSchema,
  loginSchema,
  meSchema,
  nothingSchema,
  profileSchema,
  refreshSchema,
  resetPasswordSchema,
  signupSchema,
  streamTicketSchema,
  termsAnswerSchema,
  type Tokens,
  tokenPasswordSchema,
  tokensSchema,
  updateEmployerSchema,
  updateProfileSchema,
  validCodeSchema,
  verifyEmailSchema,
  verifyTokenPasswordSchema,
  socialLoginSchema,
  socialStartAnswerSchema,
  socialStartSchema,
} from '#shared/accounts/auth.ts';
import { passkeyLoginSchema, passkeyStartSchema, secondFactorSchema } from '#shared/accounts/factors.ts';
import {
  checkCodeAnswerSchema,
  checkCodeSchema,
  codeLoginSchema,
  codeSignupSchema,
  codeTicketSchema,
  requestCodeSchema,
} from '#shared/accounts/sign-in-code.ts';
import { getClient, deliverTokens } from './token-transport.ts';

const employer = allowed('employer.self');

/** Accounts and sessions (`docs/product/access.md`). */
export const authRouter = router({
  me: publicProcedure.output(z.nullable(meSchema)).query(({ ctx }) => (ctx.actor ? findMe(ctx.services, ctx.actor) : null)),
  login: publicProcedure
    .input(loginSchema)
    .output(loginAnswerSchema)
    .mutation(async ({ ctx, input }) => deliverTokens(ctx.transport, await login(ctx.services, input, getClient(ctx)))),
  socialStart: publicProcedure
    .input(socialStartSchema)
    .output(socialStartAnswerSchema)
    .mutation(({ ctx, input }) => startSocialLogin(ctx.services, input.source)),
  socialLogin: publicProcedure
    .input(socialLoginSchema)
    .output(tokensSchema)
    .mutation(async ({ ctx, input }) =>
      deliverTokens<Tokens>(ctx.transport, await socialLogin(ctx.services, input, getClient(ctx))),
    ),
  secondFactor: publicProcedure
    .input(secondFactorSchema)
    .output(loginAnswerSchema)
    .mutation(async ({ ctx, input }) =>
      deliverTokens(ctx.transport, await answerSecondFactor(ctx.services, input, getClient(ctx))),
    ),
  passkeyStart: publicProcedure.output(passkeyStartSchema).mutation(({ ctx }) => startPasskeyLogin(ctx.services, ctx.ip)),
  passkeyLogin: publicProcedure
    .input(passkeyLoginSchema)
    .output(loginAnswerSchema)
    .mutation(async ({ ctx, input }) => deliverTokens(ctx.transport, await passkeyLogin(ctx.services, input, getClient(ctx)))),
  signup: publicProcedure
    .input(signupSchema)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => signUp(ctx.services, input, ctx)),
  requestCode: publicProcedure
    .input(requestCodeSchema)
    .output(codeTicketSchema)
    .mutation(({ ctx, input }) => requestCode(ctx.services, input, ctx)),
  checkCode: publicProcedure
    .input(checkCodeSchema)
    .output(checkCodeAnswerSchema)
    .mutation(({ ctx, input }) => checkCode(ctx.services, input, ctx.ip)),
  codeLogin: publicProcedure
    .input(codeLoginSchema)
    .output(loginAnswerSchema)
    .mutation(async ({ ctx, input }) => deliverTokens(ctx.transport, await codeLogin(ctx.services, input, getClient(ctx)))),
  codeSignup: publicProcedure
    .input(codeSignupSchema)
    .output(loginAnswerSchema)
    .mutation(async ({ ctx, input }) => deliverTokens(ctx.transport, await codeSignup(ctx.services, input, getClient(ctx)))),
  /** This is a query because it changes nothing. The client calls it again whenever a stream reconnects. */
  streamTicket: signedInProcedure
    .output(streamTicketSchema)
    .query(async ({ ctx }) => ({ ticket: await makeStreamTicket(ctx.services.keys, ctx.actor.claims) })),
  refresh: publicProcedure
    .input(refreshSchema)
    .output(tokensSchema)
    .mutation(({ ctx, input }) => refreshTokens(ctx, input)),
  logout: publicProcedure
    .input(z.optional(refreshSchema))
    .output(nothingSchema)
    .mutation(({ ctx, input }) => logOut(ctx, input?.refreshToken)),
  impersonate: allowed('account.impersonate')
    .use(requireVerifiedEmail('impersonate'))
    .input(impersonateSchema)
    .output(impersonateAnswerSchema)
    .mutation(({ ctx, input }) => beginImpersonation(ctx, input)),
  /** Only the web uses this. A REST client ends an impersonation by logging it out. */
  leave: publicProcedure.output(nothingSchema).mutation(({ ctx }) => leaveImpersonation(ctx)),
  emailCheckToken: publicProcedure
    .output(emailCheckTokenSchema)
    .mutation(({ ctx }) => issueEmailCheckToken(ctx.services, ctx.ip)),
  checkEmail: publicProcedure
    .input(emailCheckSchema)
    .output(emailCheckAnswerSchema)
    .mutation(({ ctx, input }) => checkEmail(ctx.services, { email: input.email, token: input.token ?? ctx.bearer, ip: ctx.ip })),
  verifyEmail: publicProcedure
    .input(verifyEmailSchema)
    .output(nothingSchema)
    .mutation(async ({ ctx, input }) => {
      await verifyEmail(ctx.services.db, { token: input.token, actor: ctx.actor, ip: ctx.ip, language: ctx.language });
      return {};
    }),
  resendVerification: signedInProcedure
    .use(forbidImpersonation)
    .output(nothingSchema)
    .mutation(async ({ ctx }) => {
      await resendVerification(ctx.services.db, ctx.actor.userId, ctx.language);
      return {};
    }),
  acceptTerms: signedInProcedure
    .use(forbidImpersonation)
    .output(termsAnswerSchema)
    .mutation(({ ctx }) => acceptTerms(ctx.services.db, actorOf(ctx))),
  changePassword: restrictedSessionProcedure
    .use(forbidImpersonation)
    .input(changePasswordSchema)
    .output(changePasswordAnswerSchema)
    .mutation(async ({ ctx, input }) => {
      const tokens = await changePassword(ctx.services, ctx.actor, input, getClient(ctx));
      return tokens ? { accessToken: deliverTokens(ctx.transport, tokens).accessToken } : {};
    }),
  tokenPassword: publicProcedure
    .input(tokenPasswordSchema)
    .output(nothingSchema)
    .mutation(async ({ ctx, input }) => {
      await requestResetCode(ctx.services, input.email, ctx);
      return {};
    }),
  verifyTokenPassword: publicProcedure
    .input(verifyTokenPasswordSchema)
    .output(validCodeSchema)
    .mutation(async ({ ctx, input }) => {
      await verifyResetCode(ctx.services, input, ctx.ip);
      return { valid: true } as const;
    }),
  resetPassword: publicProcedure
    .input(resetPasswordSchema)
    .output(nothingSchema)
    .mutation(async ({ ctx, input }) => {
      await resetPassword(ctx.services, input, ctx);
      return {};
    }),
  profile: restrictedSessionProcedure.output(profileSchema).query(({ ctx }) => findProfile(ctx.services.db, ctx.actor)),
  updateProfile: signedInProcedure
    .input(updateProfileSchema)
    .output(profileSchema)
    .mutation(({ ctx, input }) => updateProfile(ctx.services.db, actorOf(ctx), input)),
  recommend: signedInProcedure
    .input(recommendSchema)
    .output(recommendAnswerSchema)
    .mutation(({ ctx, input }) => recommend(ctx.services, actorOf(ctx), input)),
  employer: allowedInRestrictedSession('employer.self')
    .output(employerSchema)
    .query(({ ctx }) => findEmployer(ctx.services.db, ctx.actor.userId)),
  updateEmployer: employer
    .input(updateEmployerSchema)
    .output(employerSchema)
    .mutation(({ ctx, input }) => updateEmployer(ctx.services.db, actorOf(ctx), input)),
});
