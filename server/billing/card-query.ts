import { eq } from 'drizzle-orm';
import { cards } from '#drizzle/schema/billing.ts';
import type { Database } from '#server/db/open.ts';
import type { OwnCompany } from '#server/trpc.ts';

/** The company's stored card, masked; null where there is none. */
export async function getCard(db: Database, scope: OwnCompany) {
  const [card] = await db
    .select({
      cardToken: cards.id,
      cardType: cards.cardType,
      expirationDate: cards.expirationDate,
      cardHolderName: cards.cardHolderName,
      maskedNumber: cards.maskedNumber,
    })
    .from(cards)
    .where(eq(cards.companyId, scope.companyId));
  return card ?? null;
}
