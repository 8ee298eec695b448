import { z } from 'zod';
import { AppError, invalid } from '#server/errors.ts';
import { countUnread, listNotifications, markRead } from '#server/notifications/inbox.ts';
import { PlacesUnavailable } from '#server/places/geocoder.ts';
import { countHit } from '#server/session/throttle.ts';
import { router, signedInProcedure } from '#server/trpc.ts';
import { pageOf } from '#shared/lists/list.ts';
import { markReadSchema, notificationItemSchema, notificationListSchema, unreadCountSchema } from '#shared/notifications.ts';
import { addressSchema, placeSuggestionSchema } from '#shared/places/addresses.ts';
import { text } from '#shared/texts/texts.ts';

/** One token per address search, which the maps service bills as one search. */
const sessionToken = z.string().regex(/^[\w-]{8,36}$/, 'errors.use836LettersDigits');

/** More than a person types, so that a stolen session cannot use up the maps service's quota. */
const limit = { maxHits: 240, windowSeconds: 60 };

export const placesRouter = router({
  autocomplete: signedInProcedure
    .input(z.object({ text: z.string().max(200), sessionToken }))
    .output(z.array(placeSuggestionSchema))
    .query(async ({ ctx, input }) => {
      await countHit(ctx.services.db, { bucket: 'places', key: ctx.actor.userId }, limit);
      return ctx.services.geocoder.autocomplete(input.text, input.sessionToken).catch(unavailable);
    }),

  details: signedInProcedure
    .input(z.object({ id: z.string().min(1).max(600), sessionToken }))
    .output(addressSchema)
    .query(async ({ ctx, input }) => {
      await countHit(ctx.services.db, { bucket: 'places', key: ctx.actor.userId }, limit);
      const address = await ctx.services.geocoder.details(input.id, input.sessionToken).catch(unavailable);
      if (!address) throw invalid('address', text('errors.addressNotUs'));
      return address;
    }),
});

function unavailable(error: unknown): never {
  if (error instanceof PlacesUnavailable) throw new AppError('gateway_failed', text('errors.couldntLookUpAddressesRight'));
  throw error;
}

/** The signed-in person's own notifications. */
export const notificationsRouter = router({
  list: signedInProcedure
    .input(notificationListSchema)
    .output(pageOf(notificationItemSchema))
    .query(({ ctx, input }) => listNotifications(ctx.services.db, ctx.actor, { ...input, language: ctx.language })),
  unread: signedInProcedure.output(unreadCountSchema).query(({ ctx }) => countUnread(ctx.services.db, ctx.actor)),
  markRead: signedInProcedure
    .input(markReadSchema)
    .output(unreadCountSchema)
    .mutation(({ ctx, input }) => markRead(ctx.services.db, ctx.actor, input)),
});
