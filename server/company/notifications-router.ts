import { pageOf } from '#shared/lists/list.ts';
import { markReadSchema, notificationItemSchema, notificationListSchema, unreadCountSchema } from '#shared/notifications.ts';
import { countUnread, listNotifications, markRead } from '#server/notifications/inbox.ts';
import { router, signedInProcedure } from '#server/trpc.ts';

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
