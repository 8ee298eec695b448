import { authRouter } from '#server/auth/router.ts';
import { router } from './trpc.ts';

/** The table of contents of everything Haulboard can be asked to do. */
export const appRouter = router({
  auth: authRouter,
});

export type AppRouter = typeof appRouter;
