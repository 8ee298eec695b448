import { z } from 'zod';
import { countUnread, listNotifications, markRead, readerOf } from '#server/notifications/inbox.ts';
import { addPushDevice, listPushDevices, removePushDevice } from '#server/notifications/push-devices.ts';
import { muteJob, readNotificationSettings, updateChoice } from '#server/notifications/update-choices.ts';
import { forbidImpersonation, type OwnCompany, ownCompany, router, signedInProcedure } from '#server/trpc.ts';
import { idField } from '#shared/fields.ts';
import { pageOf } from '#shared/lists/list.ts';
import {
  addPushDeviceSchema,
  inboxInput,
  markReadSchema,
  muteJobSchema,
  notificationItemSchema,
  notificationListSchema,
  notificationSettingsSchema,
  pushDevicesSchema,
  unreadCountSchema,
  updateChoiceSchema,
} from '#shared/notifications.ts';

const employee = ownCompany('applicants.read');
const getEmployee = ({ actor, scope }: { actor: { userId: string }; scope: OwnCompany }) => ({
  userId: actor.userId,
  companyId: scope.companyId,
});

const ownDevices = signedInProcedure.use(forbidImpersonation);

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
  pushDevices: ownDevices.output(pushDevicesSchema).query(({ ctx }) => listPushDevices(ctx.services, ctx.actor, ctx.language)),
  addPushDevice: ownDevices
    .input(addPushDeviceSchema)
    .output(pushDevicesSchema)
    .mutation(async ({ ctx, input }) => {
      await addPushDevice(ctx.services, ctx.actor, input, ctx.language);
      return listPushDevices(ctx.services, ctx.actor, ctx.language);
    }),
  removePushDevice: ownDevices
    .input(z.object({ id: idField }))
    .output(z.object({ id: z.string() }))
    .mutation(async ({ ctx, input }) => {
      await removePushDevice(ctx.services, ctx.actor, input);
      return input;
    }),
});
