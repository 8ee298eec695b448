import { z } from 'zod';
import { AppError, invalid } from '#server/errors.ts';
import { countHit } from '#server/limits/throttle.ts';
import { PlacesUnavailable } from '#server/places/geocoder.ts';
import { zoneOfPlace } from '#server/places/place-zone.ts';
import { router, signedInProcedure } from '#server/trpc.ts';
import { addressSchema, placeSuggestionSchema } from '#shared/places/addresses.ts';
import { text } from '#shared/texts/texts.ts';

/** The client uses one token per address search, so that the maps service bills its calls as one search. */
const sessionToken = z.string().regex(/^[\w-]{8,36}$/, 'errors.placesTokenInvalid');

/** People type less than this. The limit stops a stolen session from using up the maps service's quota. */
const limit = { maxHits: 240, windowSeconds: 60 };

export const placesRouter = router({
  autocomplete: signedInProcedure
    .input(z.object({ text: z.string().max(200), sessionToken }))
    .output(z.array(placeSuggestionSchema))
    .query(async ({ ctx, input }) => {
      await countHit(ctx.services.db, { bucket: 'places', key: ctx.actor.userId }, limit);
      return ctx.services.geocoder.autocomplete(input.text, input.sessionToken).catch(throwUnavailable);
    }),

  details: signedInProcedure
    .input(z.object({ id: z.string().min(1).max(600), sessionToken }))
    .output(addressSchema)
    .query(async ({ ctx, input }) => {
      await countHit(ctx.services.db, { bucket: 'places', key: ctx.actor.userId }, limit);
      const address = await ctx.services.geocoder.details(input.id, input.sessionToken).catch(throwUnavailable);
      if (!address) throw invalid('address', text('errors.addressNotUs'));
      return { ...address, timeZone: zoneOfPlace(address) };
    }),
});

function throwUnavailable(error: unknown): never {
  if (error instanceof PlacesUnavailable) throw new AppError('gateway_failed', text('errors.addressLookupFailed'));
  throw error;
}
