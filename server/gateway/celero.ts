import { CardRefused, GatewayUnavailable } from './port.ts';
import type { ChargeRequest, GatewayTransaction, PaymentGateway, StoredCardRef } from './port.ts';
import { readCustomer, readTransaction, readTransactions, toCard, toTransaction } from './celero-answers.ts';
import { callCelero, type CeleroOptions } from './celero-http.ts';

/** Celero speaks the FluidPay protocol: JSON over HTTP, amounts in cents, one envelope around every answer. */
export function createCeleroGateway(options: CeleroOptions): PaymentGateway {
  const get = (path: string) => callCelero(options, 'GET', path);
  const post = (path: string, body?: object) => callCelero(options, 'POST', path, body);
  const remove = (path: string) => callCelero(options, 'DELETE', path);

  async function storeCard({ token, holderName, existing }: Parameters<PaymentGateway['storeCard']>[0]) {
    const added = existing
      ? await post(`/vault/customer/${encodeURIComponent(existing.customerId)}/token?validate=true`, { token })
      : null;
    const gone = added && !added.ok && added.status === 404;
    const answer = added && !gone ? added : await post('/vault/customer?validate=true', newCustomer(token, holderName));
    if (!answer.ok) throw cardRefused(answer.message);

    const customer = readCustomer(answer.data);
    const cards = customer.data.customer.payments.cards ?? [];
    const id = customer.created_payment_method_id || customer.data.customer.defaults?.payment_method_id;
    const card = cards.find((one) => one.id === id) ?? (cards.length === 1 ? cards[0] : undefined);
    if (!card) throw new GatewayUnavailable('the vault answered without the stored card');
    return {
      ref: { customerId: customer.id, paymentMethodId: card.id },
      card: toCard({ ...card, masked: card.masked_number }),
    };
  }

  async function deleteCard(ref: StoredCardRef) {
    const path = `/vault/customer/${encodeURIComponent(ref.customerId)}/card/${encodeURIComponent(ref.paymentMethodId)}`;
    const answer = await remove(path);
    if (!answer.ok && answer.status !== 404) throw new Error(`Celero refused to delete a card: ${answer.message}`);
  }

  async function charge(request: ChargeRequest) {
    const answer = await post('/transaction', sale(request));
    if (!answer.ok) throw cardRefused(answer.message);
    return toTransaction(readTransaction(answer.data));
  }

  /** The gateway looks back four months unless told otherwise, far beyond any open question of ours. */
  async function findByOrderId(orderId: string) {
    const answer = await post('/transaction/search', { order_id: { operator: '=', value: orderId }, limit: 100 });
    if (!answer.ok) throw new Error(`Celero refused a search: ${answer.message}`);
    return readTransactions(answer.data)
      .filter((found) => found.order_id === orderId && found.type !== 'refund')
      .toSorted((a, b) => a.created_at.localeCompare(b.created_at))
      .map(toTransaction);
  }

  async function getTransaction(id: string) {
    const answer = await get(`/transaction/${encodeURIComponent(id)}`);
    if (!answer.ok && answer.status === 404) return null;
    if (!answer.ok) throw new Error(`Celero refused to show a transaction: ${answer.message}`);
    const [found] = Array.isArray(answer.data) ? readTransactions(answer.data) : [readTransaction(answer.data)];
    return found ? toTransaction(found) : null;
  }

  /** The transaction after a void or a refund was asked for; refused, it has changed into neither and says why. */
  async function changed(id: string, wanted: 'voided' | 'refunded', accepted: boolean): Promise<GatewayTransaction> {
    const now = await getTransaction(id);
    if (!now) throw new Error(`Celero knows no transaction ${id}`);
    if (now.outcome === wanted && (accepted || wanted === 'voided')) return now;
    if (accepted) throw new GatewayUnavailable(`transaction ${id} is not ${wanted} although the gateway accepted that`);
    return { ...now, outcome: now.outcome === wanted ? 'error' : now.outcome, reason: refusedChange(wanted) };
  }

  return {
    storeCard,
    deleteCard,
    charge,
    findByOrderId,
    getTransaction,
    async void(id) {
      const answer = await post(`/transaction/${encodeURIComponent(id)}/void`);
      return changed(id, 'voided', answer.ok);
    },
    async refund(id, amountCents) {
      const answer = await post(
        `/transaction/${encodeURIComponent(id)}/refund`,
        amountCents === undefined ? {} : { amount: amountCents },
      );
      return changed(id, 'refunded', answer.ok);
    },
  };
}

function sale(request: ChargeRequest) {
  const { source, amountCents, orderId } = request;
  if (!/^[A-Za-z0-9]{1,17}$/.test(orderId)) throw new RangeError(`order id "${orderId}": 1 to 17 letters and digits`);
  if (!Number.isSafeInteger(amountCents) || amountCents < 1) throw new RangeError(`amount ${amountCents}: whole cents above 0`);
  const stored = source.kind === 'stored' ? source.card : null;
  return {
    type: 'sale',
    amount: amountCents,
    currency: 'USD',
    idempotency_key: request.idempotencyKey,
    idempotency_time: 300,
    order_id: orderId,
    description: request.description.slice(0, 255),
    payment_method:
      source.kind === 'token'
        ? { token: source.token }
        : {
            customer: { id: source.card.customerId, payment_method_id: source.card.paymentMethodId, payment_method_type: 'card' },
          },
    initiated_by: request.initiatedBy,
    ...(stored && {
      card_on_file_indicator: request.initiatedBy === 'merchant' ? 'R' : 'C',
      stored_credential_indicator: 'used',
    }),
  };
}

function newCustomer(token: string, holderName: string) {
  const [first = '', ...rest] = holderName.trim().split(/\s+/);
  return {
    description: holderName.slice(0, 255),
    default_payment: { token },
    default_billing_address: { first_name: first.slice(0, 50), last_name: rest.join(' ').slice(0, 50) },
  };
}

/** The gateway's own words are for developers; the payer gets ours. */
function cardRefused(message: string): CardRefused {
  if (/token/i.test(message)) return new CardRefused('The card details are no longer valid. Enter the card again.');
  if (/customer|payment method|not found/i.test(message))
    return new CardRefused('The stored card is no longer available. Use another card.');
  return new CardRefused('The card was not accepted. Check its details or use another card.');
}

function refusedChange(wanted: 'voided' | 'refunded'): string {
  return wanted === 'voided'
    ? 'The payment can no longer be cancelled; it may already be settled, declined or refunded.'
    : 'The payment cannot be refunded by this amount; it may not be settled yet, or be refunded already.';
}
