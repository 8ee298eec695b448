import { pageOf } from '#shared/lists/list.ts';
import { markReadSchema, notificationItemSchema, notificationListSchema, unreadCountSchema } from '#shared/notifications.ts';
import { countUnread, listNotifications, markRead } from '#server/notifications/inbox.ts';
import { router, signedInProcedure } from '#server/trpc.ts';

/** What the signed-in person was told of in the app; nobody reads anybody else's. */
export const notificationsRouter = router({
  list: signedInProcedure
    .input(notificationListSchema)
    .output(pageOf(notificationItemSchema))
    .query(({ ctx, input }) => listNotifications(ctx.services.db, ctx.actor, input)),
  unread: signedInProcedure.output(unreadCountSchema).query(({ ctx }) => countUnread(ctx.services.db, ctx.actor)),
  markRead: signedInProcedure
    .input(markReadSchema)
    .output(unreadCountSchema)
    .mutation(({ ctx, input }) => markRead(ctx.services.db, ctx.actor, input)),
});
