import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { users } from '#drizzle/schema/accounts.ts';
import { audit } from '#server/audit/audit.ts';
import { exportData } from '#server/auth/account/export-data.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from '#server/auth/account/own-sessions.ts';
import type { Database } from '#server/db/open.ts';
import { zipDownloadSchema } from '#server/downloads/zip.ts';
import { notFound } from '#server/errors.ts';
import { countHit } from '#server/limits/throttle.ts';
import { uploadPicture } from '#server/media/store-image.ts';
import { uploadSchema } from '#server/media/upload.ts';
import { dropQueuedAlerts, lockJobAlerts } from '#server/notifications/end-job-alerts.ts';
import { recordConsent } from '#server/session/consent.ts';
import { actorOf, forbidImpersonation, requireConfirmation, router, signedInProcedure, type ActingUser } from '#server/trpc.ts';
import { endedSessionsSchema, endSessionSchema, ownSessionsSchema } from '#shared/accounts/account.ts';
import { newslettersConsent } from '#shared/accounts/auth.ts';
import {
  mailPreferencesSchema,
  setMailPreferencesSchema,
  type MailPreferences,
  type SetMailPreferences,
} from '#shared/accounts/mail-preferences.ts';
import { text } from '#shared/texts/texts.ts';
import { writeText } from '#shared/texts/write-text.ts';

const columns = {
  muted: users.mutedMails,
  newsletters: users.newsletters,
  newslettersConsentAt: users.newslettersConsentAt,
  newslettersConsentText: users.newslettersConsentText,
};

/** The account's choice of optional emails, and its consent to marketing messages. */
async function findMailPreferences(db: Database, userId: string): Promise<MailPreferences> {
  const [row] = await db.select(columns).from(users).where(eq(users.id, userId));
  if (!row) throw notFound(text('errors.accountNotFound'));
  return row;
}

/**
 * Changes the fields that are present. A consent is stored with its time and wording. A withdrawal removes both from the
 * account, but the audit log still records the consent and its withdrawal (`docs/product/drivers.md#member-settings`).
 */
async function setMailPreferences(db: Database, actor: ActingUser, input: SetMailPreferences): Promise<MailPreferences> {
  const { muted, newsletters } = input;
  return db.transaction(async (tx) => {
    await lockJobAlerts(tx, actor.userId);
    const [before] = await tx.select(columns).from(users).where(eq(users.id, actor.userId)).for('update');
    if (!before) throw notFound(text('errors.accountNotFound'));
    const isChanged = newsletters !== undefined && newsletters !== before.newsletters;
    const wording = newsletters ? writeText(newslettersConsent, actor.language ?? 'en') : null;
    const change = {
      ...(muted === undefined ? {} : { mutedMails: [...new Set(muted)] }),
      ...(isChanged ? consentColumns(wording) : {}),
    };
    if (Object.keys(change).length === 0) return before;
    if (isChanged) {
      await audit(tx, actor, {
        action: newsletters ? 'newsletters.consent' : 'newsletters.withdraw',
        subject: { type: 'user', id: actor.userId },
        ...(wording === null ? {} : { detail: { text: wording } }),
      });
      await recordConsent(tx, actor, { kind: 'newsletters', wording });
    }
    if (muted?.includes('job_alert')) await dropQueuedAlerts(tx, { driverId: actor.userId });
    const [after] = await tx.update(users).set(change).where(eq(users.id, actor.userId)).returning(columns);
    if (!after) throw notFound(text('errors.accountNotFound'));
    return after;
  });
}

const consentColumns = (wording: string | null) => ({
  newsletters: wording !== null,
  newslettersConsentAt: wording === null ? null : new Date(),
  newslettersConsentText: wording,
});

const ownerProcedure = signedInProcedure.use(forbidImpersonation);
const pictureUploadLimit = { maxHits: 30, windowSeconds: 60 * 60 };

/** The settings of the signed-in person's own account. No procedure here takes another person's id. */
export const accountRouter = router({
  sessions: ownerProcedure.output(ownSessionsSchema).query(({ ctx }) => listOwnSessions(ctx.services, ctx.actor, ctx.language)),
  endSession: ownerProcedure
    .use(requireConfirmation)
    .input(endSessionSchema)
    .output(endedSessionsSchema)
    .mutation(({ ctx, input }) => endOwnSession(ctx.services.db, ctx.actor, ctx.ip, input.id)),
  endOtherSessions: ownerProcedure
    .use(requireConfirmation)
    .output(endedSessionsSchema)
    .mutation(({ ctx }) => endOtherSessions(ctx.services.db, ctx.actor, ctx.ip)),
  mailPreferences: signedInProcedure
    .output(mailPreferencesSchema)
    .query(({ ctx }) => findMailPreferences(ctx.services.db, ctx.actor.userId)),
  setMailPreferences: ownerProcedure
    .input(setMailPreferencesSchema)
    .output(mailPreferencesSchema)
    .mutation(({ ctx, input }) => setMailPreferences(ctx.services.db, actorOf(ctx), input)),
  exportData: ownerProcedure
    .use(requireConfirmation)
    .output(zipDownloadSchema)
    .mutation(({ ctx }) => exportData(ctx.services, { ...ctx.actor, ...actorOf(ctx) })),
  uploadPicture: signedInProcedure
    .input(z.object({ file: uploadSchema }))
    .output(z.object({ url: z.string() }))
    .mutation(async ({ ctx, input }) => {
      const { db, media } = ctx.services;
      await countHit(db, { bucket: 'picture', key: ctx.actor.userId }, pictureUploadLimit);
      return uploadPicture(db, media, ctx.actor.userId, input.file);
    }),
});
