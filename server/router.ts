import { authRouter } from '#server/auth/router.ts';
import { placesRouter } from '#server/company/places-router.ts';
import { companyRouter } from '#server/company/router.ts';
import { router } from './trpc.ts';

/** The table of contents of everything Haulboard can be asked to do. */
export const appRouter = router({
  auth: authRouter,
  company: companyRouter,
  places: placesRouter,
});

export type AppRouter = typeof appRouter;
