import {
  loginAnswerSchema,
  loginSchema,
  meSchema,
  nothingSchema,
  refreshSchema,
  signupSchema,
  tokensSchema,
} from '#shared/auth.ts';
import * as z from 'zod/mini';
import { publicProcedure, router } from '#server/trpc.ts';
import { login } from './login.ts';
import { logOut } from './logout.ts';
import { findMe } from './me-query.ts';
import { clientOf, handOver } from './door.ts';
import { renew } from './renew.ts';
import { signUp } from './signup.ts';

/** Accounts and sessions (`spec: access`, `rest: Access`). */
export const authRouter = router({
  me: publicProcedure.output(z.nullable(meSchema)).query(({ ctx }) => (ctx.actor ? findMe(ctx.services.db, ctx.actor) : null)),
  login: publicProcedure
    .input(loginSchema)
    .output(loginAnswerSchema)
    .mutation(async ({ ctx, input }) => handOver(ctx.door, await login(ctx.services, input, clientOf(ctx)))),
  signup: publicProcedure
    .input(signupSchema)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => signUp(ctx.services, input, ctx.ip)),
  refresh: publicProcedure
    .input(refreshSchema)
    .output(tokensSchema)
    .mutation(async ({ ctx, input }) => handOver(ctx.door, await renew(ctx, input.refreshToken))),
  logout: publicProcedure
    .input(refreshSchema)
    .output(nothingSchema)
    .mutation(({ ctx, input }) => logOut(ctx, input.refreshToken)),
});
