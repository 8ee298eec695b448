import * as z from 'zod';
import { invalid } from '#server/errors.ts';
import { getPublicJob } from '#server/jobs/public-columns.ts';
import { getPublicCompany } from '#server/jobs/public-company-query.ts';
import { searchPublicJobs } from '#server/jobs/public-search.ts';
import { findNearestPlace, suggestPlaces } from '#server/places/searched-place.ts';
import { publicProcedure, router } from '#server/trpc.ts';
import { publicCompanyInput, publicCompanySchema } from '#shared/companies/company-page.ts';
import { publicJobInput, publicJobSchema, publicJobsPageSchema, searchPublicJobsSchema } from '#shared/jobs/public-job.ts';
import { nearestPlaceInput, placeNameSchema, suggestPlacesInput } from '#shared/places/searched-places.ts';
import { text } from '#shared/texts/texts.ts';
import { bestFirstFor } from './sort-matches.ts';

/** Public jobs, without an account (`docs/product/jobs.md#public-jobs`). */
export const publicRouter = router({
  search: publicProcedure
    .input(searchPublicJobsSchema)
    .output(publicJobsPageSchema)
    .query(({ ctx, input }) => searchPublicJobs(ctx.services.db, input, { bestFirst: bestFirstFor(ctx.services.db, ctx.actor) })),
  job: publicProcedure
    .input(publicJobInput)
    .output(publicJobSchema)
    .query(({ ctx, input }) => getPublicJob(ctx.services.db, input.id)),
  company: publicProcedure
    .input(publicCompanyInput)
    .output(publicCompanySchema)
    .query(({ ctx, input: { slug, ...page } }) => getPublicCompany(ctx.services.db, slug, page)),
  places: publicProcedure
    .input(suggestPlacesInput)
    .output(z.array(placeNameSchema))
    .query(({ ctx, input }) => suggestPlaces(ctx.services.db, input.text)),
  nearestPlace: publicProcedure
    .input(nearestPlaceInput)
    .output(placeNameSchema)
    .query(async ({ ctx, input }) => {
      const place = await findNearestPlace(ctx.services.db, input);
      if (!place) throw invalid('latitude', text('errors.addressNotUs'));
      return place;
    }),
});
