import { eq, and } from 'drizzle-orm';
import { cards } from '#drizzle/schema/billing.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { audit, type AuditActor } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, invalid, notFound } from '#server/errors.ts';
import {
  CardDeclinedError,
  GatewayUnavailable,
  type PaymentGateway,
  type StoredCardRef,
  type ChargeRequest,
} from '#server/gateway/port.ts';
import type { Services } from '#server/services.ts';
import type { OwnCompany } from '#server/trpc.ts';
import { nextCardNotice } from '#shared/billing/cards.ts';
import { isUuid } from '#shared/fields.ts';
import { text } from '#shared/texts/texts.ts';

const toStoredSource = (card: { gatewayCustomerId: string; gatewayPaymentMethodId: string }): ChargeRequest['source'] => ({
  kind: 'stored',
  card: { customerId: card.gatewayCustomerId, paymentMethodId: card.gatewayPaymentMethodId },
});

/**
 * Resolves `card_token`: the id of the company's stored card, a token of the gateway's page, or nothing, which means the
 * stored card (`docs/product/money.md#card-entry`).
 * @throws 404 for another company's card
 */
export async function cardSource(db: Database, companyId: string, cardToken: string | null): Promise<ChargeRequest['source']> {
  if (cardToken !== null && isUuid(cardToken)) {
    const [card] = await db.select().from(cards).where(eq(cards.id, cardToken.toLowerCase()));
    if (card?.companyId === companyId) return toStoredSource(card);
    if (card) throw notFound(text('errors.cardNotFound'));
  }
  if (cardToken !== null) return { kind: 'token', token: cardToken };
  const [companyCard] = await db
    .select()
    .from(cards)
    .where(and(eq(cards.companyId, companyId)));
  if (!companyCard) throw invalid('card_token', text('errors.cardRequired'));
  return toStoredSource(companyCard);
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
  const existingCard = await storedCardRef(services, companyId);
  const { ref, card } = await storeAtGateway(gateway, { token: cardToken, holderName: cardHolderName, existing: existingCard });
  const columns = {
    ...card,
    // Clients use the id as the card's token, so a new card needs a new id.
    id: newId(),
    cardHolderName,
    noticeDueAt: nextCardNotice(card.expirationDate, new Date()),
    gatewayCustomerId: ref.customerId,
    gatewayPaymentMethodId: ref.paymentMethodId,
    createdBy: actor.userId,
  };
  const replacedCard = await db.transaction(async (tx) => {
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
  if (replacedCard && replacedCard.paymentMethodId !== ref.paymentMethodId) await deleteAtGateway(services, replacedCard);
  return getCard(db, scope);
}

/** Deletes the card of a company, whose id the caller has checked: the worker does this too, for companies that were closed. */
export async function removeCard(services: CardServices, companyId: string, actor: AuditActor): Promise<Record<string, never>> {
  const removedCard = await services.db.transaction(async (tx) => {
    const [card] = await tx.delete(cards).where(eq(cards.companyId, companyId)).returning();
    if (card) await audit(tx, actor, { action: 'card.remove', subject: { type: 'card', id: card.id }, companyId });
    return card;
  });
  if (removedCard)
    await deleteAtGateway(services, {
      customerId: removedCard.gatewayCustomerId,
      paymentMethodId: removedCard.gatewayPaymentMethodId,
    });
  return {};
}

async function storedCardRef({ db }: CardServices, companyId: string): Promise<StoredCardRef | null> {
  const [card] = await db
    .select({ customerId: cards.gatewayCustomerId, paymentMethodId: cards.gatewayPaymentMethodId })
    .from(cards)
    .where(eq(cards.companyId, companyId));
  return card ?? null;
}

async function storeAtGateway(gateway: PaymentGateway, input: Parameters<PaymentGateway['storeCard']>[0]) {
  try {
    return await gateway.storeCard(input);
  } catch (error) {
    if (error instanceof CardDeclinedError) throw invalid('card_token', { key: error.reason });
    if (error instanceof GatewayUnavailable) throw new AppError('gateway_failed', text('errors.paymentServiceUnavailable'));
    throw error;
  }
}

/** If the deletion fails, the old card stays in the vault, but it is never charged again. The log names its customer. */
async function deleteAtGateway({ gateway, log }: CardServices, ref: StoredCardRef): Promise<void> {
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
