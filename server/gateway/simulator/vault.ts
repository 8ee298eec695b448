import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { badRequest, notFound, parseBody, success, newId, type Ledger } from './ledger.ts';
import { type SimulatedCard, storedCardSchema, redeemToken } from './tokenizer-routes.ts';

const newCustomerSchema = z.object({
  description: z.string().max(255).default(''),
  default_payment: z.object({ token: z.string() }).optional(),
  default_billing_address: z.record(z.string(), z.string()).default({}),
});
const newCardSchema = z.object({ token: z.string() });
const customerChangeSchema = z.object({
  description: z.string().max(255).optional(),
  defaults: z.object({ payment_method_id: z.string(), payment_method_type: z.literal('card') }).optional(),
});

type IdParams = { Params: { id: string } };

/** Storing accepts every test card, also with `?validate=true`. A card is declined only when it is charged. */
export function vaultRoutes(app: FastifyInstance, { ledger }: { ledger: Ledger }): void {
  app.post('/vault/customer', async (request) => {
    const {
      description,
      default_payment: payment,
      default_billing_address: address,
    } = parseBody(newCustomerSchema, request.body);
    return ledger.atomically(() => {
      const now = Date.now();
      const card = payment ? redeemToken(ledger, payment.token, now) : null;
      return success(customerToWire(ledger, createCustomer(ledger, { description, address, card }, now)));
    });
  });

  app.post<IdParams>('/vault/customer/:id/token', async ({ params: { id }, body }) => {
    const { token } = parseBody(newCardSchema, body);
    return ledger.atomically(() => {
      const now = Date.now();
      customerToWire(ledger, id);
      const createdCardId = addCard(ledger, id, redeemToken(ledger, token, now), now);
      return success(customerToWire(ledger, id, createdCardId));
    });
  });

  app.post<IdParams>('/vault/customer/:id', async ({ params: { id }, body }) => {
    const { description, defaults } = parseBody(customerChangeSchema, body);
    return ledger.atomically(() => {
      changeCustomer(ledger, id, { description, defaultCard: defaults?.payment_method_id }, Date.now());
      return success(customerToWire(ledger, id));
    });
  });

  app.get<IdParams>('/vault/:id', async ({ params: { id } }) => success(customerToWire(ledger, id)));

  app.delete<IdParams>('/vault/:id', async ({ params: { id } }) => {
    ledger.atomically(() => removeCustomer(ledger, id));
    return success(null);
  });

  app.delete<{ Params: { id: string; cardId: string } }>(
    '/vault/customer/:id/card/:cardId',
    async ({ params: { id, cardId } }) => {
      return ledger.atomically(() => {
        removeCard(ledger, id, cardId, Date.now());
        return success(customerToWire(ledger, id));
      });
    },
  );
}

const customerRow = z.object({
  id: z.string(),
  description: z.string(),
  address: z.string(),
  default_card: z.string().nullable(),
  created_at: z.number(),
  updated_at: z.number(),
});
const cardRow = storedCardSchema.extend({ id: z.string(), customer_id: z.string() });
export type StoredCard = z.infer<typeof cardRow>;

export type NewCustomer = { description: string; address: Record<string, string>; card: SimulatedCard | null };

export function createCustomer(ledger: Ledger, { description, address, card }: NewCustomer, now: number): string {
  const id = newId();
  ledger.run(
    `INSERT INTO customers (id, description, address, created_at, updated_at) VALUES ($id, $description, $address, $now, $now)`,
    { id, description, address: JSON.stringify(address), now },
  );
  if (card) addCard(ledger, id, card, now);
  return id;
}

/** Adds a card. A customer's first card becomes the default. */
export function addCard(ledger: Ledger, customerId: string, card: SimulatedCard, now: number): string {
  const id = newId();
  const changed = ledger.run(
    `UPDATE customers SET default_card = coalesce(default_card, $card), updated_at = $now WHERE id = $id`,
    { card: id, now, id: customerId },
  );
  if (changed === 0) throw notFound('customer');
  ledger.run(
    `INSERT INTO cards (id, customer_id, brand, masked, expiry, behaviour)
     VALUES ($id, $customerId, $brand, $masked, $expiry, $behaviour)`,
    { id, customerId, ...card },
  );
  return id;
}

const cardColumns = 'id, customer_id, brand, masked, expiry, behaviour';

export function cardsOf(ledger: Ledger, customerId: string): StoredCard[] {
  return ledger.all(cardRow, `SELECT ${cardColumns} FROM cards WHERE customer_id = $customerId ORDER BY rowid`, { customerId });
}

function getCustomer(ledger: Ledger, id: string) {
  const found = ledger.first(customerRow, 'SELECT * FROM customers WHERE id = $id', { id });
  if (!found) throw notFound('customer');
  return found;
}

/** The card with this id, or the customer's default card without an id. */
export function cardToCharge(ledger: Ledger, customerId: string, cardId: string | undefined): StoredCard {
  const chargedCardId = cardId ?? getCustomer(ledger, customerId).default_card;
  const card = cardsOf(ledger, customerId).find((one) => one.id === chargedCardId);
  if (!card) throw notFound('payment method');
  return card;
}

export function removeCard(ledger: Ledger, customerId: string, cardId: string, now: number): void {
  const changed = ledger.run('DELETE FROM cards WHERE id = $cardId AND customer_id = $customerId', { cardId, customerId });
  if (changed === 0) throw notFound('payment method');
  ledger.run(
    `UPDATE customers SET updated_at = $now, default_card = CASE WHEN default_card = $cardId
       THEN (SELECT id FROM cards WHERE customer_id = $customerId ORDER BY rowid LIMIT 1) ELSE default_card END
     WHERE id = $customerId`,
    { now, cardId, customerId },
  );
}

export function removeCustomer(ledger: Ledger, id: string): void {
  if (ledger.run('DELETE FROM customers WHERE id = $id', { id }) === 0) throw notFound('customer');
}

export type CustomerChange = { description?: string | undefined; defaultCard?: string | undefined };

export function changeCustomer(ledger: Ledger, id: string, { description, defaultCard }: CustomerChange, now: number): void {
  const before = getCustomer(ledger, id);
  if (defaultCard && !cardsOf(ledger, id).some((card) => card.id === defaultCard)) throw badRequest('invalid payment method id');
  ledger.run('UPDATE customers SET description = $description, default_card = $card, updated_at = $now WHERE id = $id', {
    description: description ?? before.description,
    card: defaultCard ?? before.default_card,
    now,
    id,
  });
}

/** The customer in the gateway's format. `createdCard` names the card that this call added. */
export function customerToWire(ledger: Ledger, id: string, createdCard?: string) {
  const found = getCustomer(ledger, id);
  const cards = cardsOf(ledger, id).map(({ id: cardId, brand, masked, expiry }) => ({
    id: cardId,
    card_type: brand,
    masked_number: masked,
    expiration_date: expiry,
    flags: [],
    processor_id: '',
  }));
  const defaults = found.default_card ? { payment_method_id: found.default_card, payment_method_type: 'card' } : {};
  const address: unknown = JSON.parse(found.address);
  return {
    id,
    ...(createdCard ? { created_payment_method_id: createdCard } : {}),
    data: {
      customer: {
        addresses: [address],
        defaults,
        description: found.description,
        flags: [],
        notes: '',
        payments: { ach: [], cards },
      },
    },
    created_at: new Date(found.created_at).toISOString(),
    updated_at: new Date(found.updated_at).toISOString(),
  };
}
