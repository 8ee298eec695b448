import { z } from 'zod';
import { AppError, invalid } from '#server/errors.ts';
import { countHit } from '#server/limits/throttle.ts';
import { countUnread, listNotifications, markRead, readerOf } from '#server/notifications/inbox.ts';
import { muteJob, readNotificationSettings, updateChoice } from '#server/notifications/update-choices.ts';
import { PlacesUnavailable } from '#server/places/geocoder.ts';
import { zoneOfPlace } from '#server/places/place-zone.ts';
import { type OwnCompany, ownCompany, router, signedInProcedure } from '#server/trpc.ts';
import { pageOf } from '#shared/lists/list.ts';
import {
  inboxInput,
  markReadSchema,
  muteJobSchema,
  notificationItemSchema,
  notificationListSchema,
  notificationSettingsSchema,
  unreadCountSchema,
  updateChoiceSchema,
} from '#shared/notifications.ts';
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

const employee = ownCompany('applicants.read');
const getEmployee = ({ actor, scope }: { actor: { userId: string }; scope: OwnCompany }) => ({
  userId: actor.userId,
  companyId: scope.companyId,
});

/** The signed-in person's notifications and, for a company's people, the settings of what they are notified about. */
export const notificationsRouter = router({
  list: signedInProcedure
    .input(notificationListSchema)
    .output(pageOf(notificationItemSchema))
    .query(({ ctx, input: { inbox, ...input } }) =>
      listNotifications(ctx.services.db, readerOf(ctx.actor, inbox), { ...input, language: ctx.language }),
    ),
  unread: signedInProcedure
    .input(inboxInput)
    .output(unreadCountSchema)
    .query(({ ctx, input }) => countUnread(ctx.services.db, readerOf(ctx.actor, input?.inbox))),
  markRead: signedInProcedure
    .input(markReadSchema)
    .output(unreadCountSchema)
    .mutation(({ ctx, input }) => markRead(ctx.services.db, readerOf(ctx.actor, input.inbox), input)),
  settings: employee
    .output(notificationSettingsSchema)
    .query(({ ctx }) => readNotificationSettings(ctx.services.db, getEmployee(ctx))),
  updateSettings: employee
    .input(updateChoiceSchema)
    .output(notificationSettingsSchema)
    .mutation(async ({ ctx, input }) => {
      await updateChoice(ctx.services.db, ctx.actor, input);
      return readNotificationSettings(ctx.services.db, getEmployee(ctx));
    }),
  muteJob: employee
    .input(muteJobSchema)
    .output(notificationSettingsSchema)
    .mutation(async ({ ctx, input }) => {
      await muteJob(ctx.services.db, getEmployee(ctx), input);
      return readNotificationSettings(ctx.services.db, getEmployee(ctx));
    }),
});
