import * as z from 'zod';
import { allowed, router } from '#server/trpc.ts';
import { savedSearchInput, savedSearchSchema, saveSearchSchema, updateSavedSearchSchema } from '#shared/drivers/saved-search.ts';
import { deleteSavedSearch, saveSearch, updateSavedSearch } from './save-search.ts';
import { listSavedSearches } from './saved-search-query.ts';

const self = allowed('driver.self');
const idSchema = z.object({ id: z.string() });

/** The driver's saved searches (`docs/product/drivers.md#saved-searches`). */
export const savedSearchesRouter = router({
  list: self
    .output(z.array(savedSearchSchema))
    .query(({ ctx }) => listSavedSearches(ctx.services.db, ctx.actor.userId, ctx.language)),
  save: self
    .input(saveSearchSchema)
    .output(idSchema)
    .mutation(({ ctx, input }) => saveSearch(ctx.services.db, ctx.actor.userId, { ...input, language: ctx.language })),
  update: self
    .input(updateSavedSearchSchema)
    .output(idSchema)
    .mutation(({ ctx, input }) => updateSavedSearch(ctx.services.db, ctx.actor.userId, input)),
  delete: self
    .input(savedSearchInput)
    .output(idSchema)
    .mutation(({ ctx, input }) => deleteSavedSearch(ctx.services.db, ctx.actor.userId, input)),
});
