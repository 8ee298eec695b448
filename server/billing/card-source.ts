import { and, eq } from 'drizzle-orm';
import { cards } from '#drizzle/schema/billing.ts';
import type { Database } from '#server/db/open.ts';
import { invalid, notFound } from '#server/errors.ts';
import type { ChargeRequest } from '#server/gateway/port.ts';
import { isUuid } from '#shared/fields.ts';

const stored = (card: { gatewayCustomerId: string; gatewayPaymentMethodId: string }): ChargeRequest['source'] => ({
  kind: 'stored',
  card: { customerId: card.gatewayCustomerId, paymentMethodId: card.gatewayPaymentMethodId },
});

/**
 * What `card_token` stands for: the company's stored card by its id, or a token of the gateway's page as it is. None:
 * the stored card (`rest: Payment`). A stored card of another company is not there.
 */
export async function cardSource(db: Database, companyId: string, cardToken: string | null): Promise<ChargeRequest['source']> {
  if (cardToken !== null && isUuid(cardToken)) {
    const [card] = await db.select().from(cards).where(eq(cards.id, cardToken.toLowerCase()));
    if (card?.companyId === companyId) return stored(card);
    if (card) throw notFound('This card');
  }
  if (cardToken !== null) return { kind: 'token', token: cardToken };
  const [own] = await db
    .select()
    .from(cards)
    .where(and(eq(cards.companyId, companyId)));
  if (!own) throw invalid('card_token', 'Enter a card');
  return stored(own);
}
