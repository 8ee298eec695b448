import { eq, and } from 'drizzle-orm';
import { newId } from '#drizzle/schema/columns.ts';
import { cards } from '#drizzle/schema/billing.ts';
import { nextCardNotice } from '#shared/billing/cards.ts';
import { audit, type AuditActor } from '#server/audit.ts';
import { AppError, invalid, notFound } from '#server/errors.ts';
import {
  CardRefused,
  GatewayUnavailable,
  type PaymentGateway,
  type StoredCardRef,
  type ChargeRequest,
} from '#server/gateway/port.ts';
import type { Services } from '#server/services.ts';
import type { OwnCompany } from '#server/trpc.ts';
import type { Database } from '#server/db/open.ts';
import { isUuid } from '#shared/fields.ts';
import { text } from '#shared/texts/texts.ts';

const stored = (card: { gatewayCustomerId: string; gatewayPaymentMethodId: string }): ChargeRequest['source'] => ({
  kind: 'stored',
  card: { customerId: card.gatewayCustomerId, paymentMethodId: card.gatewayPaymentMethodId },
});

/**
 * Resolves `card_token`: the id of the company's stored card, a token of the gateway's page, or nothing, which means the
 * stored card. Another company's card is not found (`docs/product/money.md#card-entry`).
 */
export async function cardSource(db: Database, companyId: string, cardToken: string | null): Promise<ChargeRequest['source']> {
  if (cardToken !== null && isUuid(cardToken)) {
    const [card] = await db.select().from(cards).where(eq(cards.id, cardToken.toLowerCase()));
    if (card?.companyId === companyId) return stored(card);
    if (card) throw notFound(text('errors.thisCardWasNotFound'));
  }
  if (cardToken !== null) return { kind: 'token', token: cardToken };
  const [own] = await db
    .select()
    .from(cards)
    .where(and(eq(cards.companyId, companyId)));
  if (!own) throw invalid('card_token', text('errors.enterACard'));
  return stored(own);
}

type CardServices = Pick<Services, 'db' | 'gateway' | 'log'>;
type Input = { cardToken: string; cardHolderName: string };

/**
 * Stores a card in the gateway's vault and replaces the previous one. The new card is stored first and the old one deleted
 * last, so that there is always a card to charge.
 */
export async function saveCard(
  services: CardServices,
  scope: OwnCompany,
  actor: AuditActor,
  { cardToken, cardHolderName }: Input,
) {
  const { db, gateway } = services;
  const { companyId } = scope;
  const before = await refOf(services, companyId);
  const { ref, card } = await store(gateway, { token: cardToken, holderName: cardHolderName, existing: before });
  const columns = {
    ...card,
    /** A new id, because the old one was the old card's. */
    id: newId(),
    cardHolderName,
    noticeDueAt: nextCardNotice(card.expirationDate, new Date()),
    gatewayCustomerId: ref.customerId,
    gatewayPaymentMethodId: ref.paymentMethodId,
    createdBy: actor.userId,
  };
  const replaced = await db.transaction(async (tx) => {
    const [old] = await tx.select().from(cards).where(eq(cards.companyId, companyId)).for('update');
    await tx
      .insert(cards)
      .values({ ...columns, companyId })
      .onConflictDoUpdate({ target: cards.companyId, set: columns });
    await audit(tx, actor, {
      action: 'card.store',
      subject: { type: 'card', id: columns.id },
      companyId,
      detail: { maskedNumber: card.maskedNumber },
    });
    return old ? { customerId: old.gatewayCustomerId, paymentMethodId: old.gatewayPaymentMethodId } : null;
  });
  if (replaced && replaced.paymentMethodId !== ref.paymentMethodId) await forget(services, replaced);
  return getCard(db, scope);
}

export async function removeCard(
  services: CardServices,
  { companyId }: OwnCompany,
  actor: AuditActor,
): Promise<Record<string, never>> {
  const removed = await services.db.transaction(async (tx) => {
    const [card] = await tx.delete(cards).where(eq(cards.companyId, companyId)).returning();
    if (card) await audit(tx, actor, { action: 'card.remove', subject: { type: 'card', id: card.id }, companyId });
    return card;
  });
  if (removed) await forget(services, { customerId: removed.gatewayCustomerId, paymentMethodId: removed.gatewayPaymentMethodId });
  return {};
}

async function refOf({ db }: CardServices, companyId: string): Promise<StoredCardRef | null> {
  const [card] = await db
    .select({ customerId: cards.gatewayCustomerId, paymentMethodId: cards.gatewayPaymentMethodId })
    .from(cards)
    .where(eq(cards.companyId, companyId));
  return card ?? null;
}

async function store(gateway: PaymentGateway, input: Parameters<PaymentGateway['storeCard']>[0]) {
  try {
    return await gateway.storeCard(input);
  } catch (error) {
    if (error instanceof CardRefused) throw invalid('card_token', { key: error.reason });
    if (error instanceof GatewayUnavailable) throw new AppError('gateway_failed', text('errors.thePaymentServiceDidntRespond'));
    throw error;
  }
}

/** If deleting fails, the old card stays in the vault. It is never charged again, and the log names it. */
async function forget({ gateway, log }: CardServices, ref: StoredCardRef): Promise<void> {
  try {
    await gateway.deleteCard(ref);
  } catch (error) {
    log.warn({ err: error, customer: ref.customerId }, 'A replaced card could not be removed from the vault');
  }
}

/** The company's stored card, masked. Null if there is none. */
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
