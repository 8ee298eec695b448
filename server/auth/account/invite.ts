import { and, eq, isNull, sql } from 'drizzle-orm';
import { invitations, users } from '#drizzle/schema/accounts.ts';
import type { Database } from '#server/db/open.ts';
import { AppError } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import { countHit } from '#server/session/throttle.ts';
import type { ActingUser } from '#server/trpc.ts';
import { can } from '#shared/access/access.ts';
import type { InviteAnswer, InviteRequest } from '#shared/accounts/account.ts';
import { productName } from '#shared/brand.ts';
import { fullName } from '#shared/format.ts';
import { text } from '#shared/texts/texts.ts';
import { translatorIn } from '#shared/texts/write-text.ts';

const hasEmail = (email: string) => sql`lower(${invitations.email}) = lower(${email})`;
const perAccount = { maxHits: 30, windowSeconds: 60 * 60 };

/**
 * Recommends the product to a friend: stores who was invited and returns the message for the inviter's own email program
 * (`docs/product/access.md#recommend`). The server sends nothing, because the friend has not asked for it. Recommending the
 * same address again only updates its name.
 */
export async function invite(
  { db, settings }: Services,
  { userId: inviterId, language }: Pick<ActingUser, 'userId' | 'language'>,
  request: InviteRequest,
): Promise<InviteAnswer> {
  await countHit(db, { bucket: 'invite', key: inviterId }, perAccount);
  const [inviter] = await db
    .select({ firstName: users.firstName, lastName: users.lastName, roles: users.roles })
    .from(users)
    .where(eq(users.id, inviterId));
  if (!inviter) throw new AppError('unauthenticated', text('errors.signInRequired'));
  const { fullName: name, email } = request;
  const added = await db
    .insert(invitations)
    .values({ inviterId, fullName: name, email })
    .onConflictDoNothing()
    .returning({ id: invitations.id });
  if (added.length === 0)
    await db
      .update(invitations)
      .set({ fullName: name })
      .where(and(eq(invitations.inviterId, inviterId), hasEmail(email)));
  const isDriver = can(inviter.roles, 'driver.self') && !can(inviter.roles, 'employer.self');
  const invitationLink = linkFor(settings.publicUrl, request, isDriver);
  const t = translatorIn(language);
  const parts = { name, productName, link: invitationLink, sender: fullName(inviter) };
  return {
    invitationLink,
    defaultText: isDriver ? t('emails.recommendationToDriver', parts) : t('emails.recommendationToEmployer', parts),
  };
}

/** The sign-up screen, prefilled through the parameters of landing pages (`docs/product/access.md#sign-up`). */
function linkFor(publicUrl: string, { fullName: name, email }: InviteRequest, isDriver: boolean): string {
  const [firstName = '', ...lastNameParts] = name.split(/\s+/);
  const parameters = { firstName, lastName: lastNameParts.join(' '), email, role: isDriver ? 'driver' : '' };
  return `${publicUrl}/signup?${new URLSearchParams(Object.entries(parameters).filter(([, value]) => value))}`;
}

/** Marks the invitations of an address as accepted when it signs up. */
export async function acceptInvitations(db: Database, { userId, email }: { userId: string; email: string }): Promise<void> {
  await db
    .update(invitations)
    .set({ acceptedAt: new Date(), acceptedBy: userId })
    .where(and(hasEmail(email), isNull(invitations.acceptedAt)));
}
