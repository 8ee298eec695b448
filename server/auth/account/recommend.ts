import { and, eq, isNull, sql } from 'drizzle-orm';
import { recommendations, users } from '#drizzle/schema/accounts.ts';
import type { Database } from '#server/db/open.ts';
import { AppError } from '#server/errors.ts';
import { countHit } from '#server/limits/throttle.ts';
import type { Services } from '#server/services.ts';
import type { ActingUser } from '#server/trpc.ts';
import { can } from '#shared/access/access.ts';
import type { RecommendAnswer, RecommendRequest } from '#shared/accounts/account.ts';
import { productName } from '#shared/brand.ts';
import { fullName } from '#shared/format.ts';
import { text } from '#shared/texts/texts.ts';
import { translatorIn } from '#shared/texts/write-text.ts';

const hasEmail = (email: string) => sql`lower(${recommendations.email}) = lower(${email})`;
const perAccount = { maxHits: 30, windowSeconds: 60 * 60 };

/**
 * Recommends the product to a friend: stores the friend and returns the message for the recommender's own email program
 * (`docs/product/access.md#recommend`). The server sends nothing, because the friend has not asked for it. Recommending the
 * same address again only updates its name.
 */
export async function recommend(
  { db, settings }: Services,
  { userId: recommenderId, language }: Pick<ActingUser, 'userId' | 'language'>,
  request: RecommendRequest,
): Promise<RecommendAnswer> {
  await countHit(db, { bucket: 'recommend', key: recommenderId }, perAccount);
  const [recommender] = await db
    .select({ firstName: users.firstName, lastName: users.lastName, roles: users.roles })
    .from(users)
    .where(eq(users.id, recommenderId));
  if (!recommender) throw new AppError('unauthenticated', text('errors.signInRequired'));
  const { fullName: name, email } = request;
  const added = await db
    .insert(recommendations)
    .values({ recommenderId, fullName: name, email })
    .onConflictDoNothing()
    .returning({ id: recommendations.id });
  if (added.length === 0)
    await db
      .update(recommendations)
      .set({ fullName: name })
      .where(and(eq(recommendations.recommenderId, recommenderId), hasEmail(email)));
  const isDriver = can(recommender.roles, 'driver.self') && !can(recommender.roles, 'employer.self');
  const invitationLink = linkFor(settings.publicUrl, request, isDriver);
  const t = translatorIn(language);
  const parts = { name, productName, link: invitationLink, sender: fullName(recommender) };
  return {
    invitationLink,
    defaultText: isDriver ? t('emails.recommendationToDriver', parts) : t('emails.recommendationToEmployer', parts),
  };
}

/** The sign-up screen, prefilled through the parameters of landing pages (`docs/product/access.md#sign-up`). */
function linkFor(publicUrl: string, { fullName: name, email }: RecommendRequest, isDriver: boolean): string {
  const [firstName = '', ...lastNameParts] = name.split(/\s+/);
  const parameters = { firstName, lastName: lastNameParts.join(' '), email, role: isDriver ? 'driver' : '' };
  return `${publicUrl}/signup?${new URLSearchParams(Object.entries(parameters).filter(([, value]) => value))}`;
}

/** Marks the recommendations to an address as accepted when it signs up. */
export async function acceptRecommendations(db: Database, { userId, email }: { userId: string; email: string }): Promise<void> {
  await db
    .update(recommendations)
    .set({ acceptedAt: new Date(), acceptedBy: userId })
    .where(and(hasEmail(email), isNull(recommendations.acceptedAt)));
}
