import { z } from 'zod';
import { endedSessionsSchema, endSessionSchema, ownSessionsSchema } from '#shared/accounts/account.ts';
import { mailPreferencesSchema, setMailPreferencesSchema } from '#shared/accounts/mail-preferences.ts';
import { uploadPicture } from '#server/media/pictures.ts';
import { uploadSchema } from '#server/media/upload.ts';
import { countHit } from '#server/session/throttle.ts';
import { actorOf, ownHands, router, signedInProcedure } from '#server/trpc.ts';
import { findMailPreferences, setMailPreferences } from '#server/auth/account/mail-preferences.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from '#server/auth/account/own-sessions.ts';

const owner = signedInProcedure.use(ownHands);
const uploads = { most: 30, windowSeconds: 60 * 60 };

/** What every signed-in person sets for the own account; nothing here takes another person's id. */
export const accountRouter = router({
  sessions: owner.output(ownSessionsSchema).query(({ ctx }) => listOwnSessions(ctx.services.db, ctx.actor)),
  endSession: owner
    .input(endSessionSchema)
    .output(endedSessionsSchema)
    .mutation(({ ctx, input }) => endOwnSession(ctx.services.db, ctx.actor, ctx.ip, input.id)),
  endOtherSessions: owner.output(endedSessionsSchema).mutation(({ ctx }) => endOtherSessions(ctx.services.db, ctx.actor, ctx.ip)),
  mailPreferences: signedInProcedure
    .output(mailPreferencesSchema)
    .query(({ ctx }) => findMailPreferences(ctx.services.db, ctx.actor.userId)),
  setMailPreferences: owner
    .input(setMailPreferencesSchema)
    .output(mailPreferencesSchema)
    .mutation(({ ctx, input }) => setMailPreferences(ctx.services.db, actorOf(ctx), input)),
  uploadPicture: signedInProcedure
    .input(z.object({ file: uploadSchema }))
    .output(z.object({ url: z.string() }))
    .mutation(async ({ ctx, input }) => {
      const { db, media } = ctx.services;
      await countHit(db, { bucket: 'picture', key: ctx.actor.userId }, uploads);
      return uploadPicture(db, media, ctx.actor.userId, input.file);
    }),
});
