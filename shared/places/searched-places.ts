/** Suggestions for the place field of the public search (`docs/product/jobs.md#places-of-a-search`). */
import * as z from 'zod/mini';

export const suggestPlacesInput = z.object({ text: z.string().check(z.maxLength(100)) });

export const nearestPlaceInput = z.object({
  latitude: z.number().check(z.gte(-90), z.lte(90)),
  longitude: z.number().check(z.gte(-180), z.lte(180)),
});
export type NearestPlaceInput = z.infer<typeof nearestPlaceInput>;

/** A place by the name that the search takes: `Omaha, NE`, `Omaha, NE 68102`, `Chicago, IL`, `Texas`. */
export const placeNameSchema = z.object({ name: z.string() });
export type PlaceName = z.infer<typeof placeNameSchema>;
