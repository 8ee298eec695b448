import { and, eq, isNull, sql } from 'drizzle-orm';
import { invitations, users } from '#drizzle/schema/accounts.ts';
import { can } from '#shared/access/access.ts';
import { productName } from '#shared/brand.ts';
import { fullName } from '#shared/format.ts';
import type { InviteAnswer, InviteRequest } from '#shared/companies/invitation.ts';
import type { Database } from '#server/db/open.ts';
import { AppError } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import { countHit } from '#server/session/throttle.ts';
import { text } from '#shared/texts/texts.ts';

const isAt = (email: string) => sql`lower(${invitations.email}) = lower(${email})`;
const perAccount = { most: 30, windowSeconds: 60 * 60 };

/**
 * Recommends the product to a friend: stores who was invited and returns the message for the inviter's own email program
 * (`docs/product/access.md#recommend`). The server sends nothing, because the friend has not asked for it. Recommending the
 * same address again only updates its name.
 */
export async function invite({ db, settings }: Services, inviterId: string, request: InviteRequest): Promise<InviteAnswer> {
  await countHit(db, { bucket: 'invite', key: inviterId }, perAccount);
  const [inviter] = await db
    .select({ firstName: users.firstName, lastName: users.lastName, roles: users.roles })
    .from(users)
    .where(eq(users.id, inviterId));
  if (!inviter) throw new AppError('unauthenticated', text('errors.signInToContinue'));
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
      .where(and(eq(invitations.inviterId, inviterId), isAt(email)));
  const isDriver = can(inviter.roles, 'driver.self') && !can(inviter.roles, 'employer.self');
  const invitationLink = linkFor(settings.publicUrl, request, isDriver);
  const what = isDriver ? 'find driving jobs' : 'hire truck drivers';
  return {
    invitationLink,
    defaultText: `Hi ${name},\n\nI use ${productName} to ${what}. You can sign up here:\n${invitationLink}\n\n${fullName(inviter)}`,
  };
}

/** The sign-up screen, prefilled through the parameters of landing pages (`docs/product/access.md#sign-up`). */
function linkFor(publicUrl: string, { fullName: name, email }: InviteRequest, isDriver: boolean): string {
  const [firstName = '', ...others] = name.split(/\s+/);
  const given = { firstName, lastName: others.join(' '), email, role: isDriver ? 'driver' : '' };
  return `${publicUrl}/signup?${new URLSearchParams(Object.entries(given).filter(([, value]) => value))}`;
}

/** Marks the invitations of an address as accepted when it signs up. */
export async function acceptInvitations(db: Database, { userId, email }: { userId: string; email: string }): Promise<void> {
  await db
    .update(invitations)
    .set({ acceptedAt: new Date(), acceptedBy: userId })
    .where(and(isAt(email), isNull(invitations.acceptedAt)));
}
