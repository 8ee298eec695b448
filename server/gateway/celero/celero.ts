import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  CardRefused,
  GatewayUnavailable,
  type ChargeRequest,
  type GatewayTransaction,
  type PaymentGateway,
  type PaymentService,
} from '#server/gateway/port.ts';
import { isUuid } from '#shared/fields.ts';
import {
  monthAndYear,
  toTransaction,
  wireCustomer,
  wireTransaction,
  type WireTransaction,
  reasonFor,
  celeroHttp,
  CeleroRefusal,
  type CeleroOptions,
} from './celero-wire.ts';
import { verifyWebhook } from './webhook.ts';

const anything = z.unknown();
const segment = encodeURIComponent;
const isGone = (error: unknown): boolean => error instanceof CeleroRefusal && error.httpStatus === 404;

/** The adapter for Celero's protocol (a FluidPay white label) over HTTP. */
export function createCeleroGateway(options: CeleroOptions): PaymentGateway {
  const call = celeroHttp(options);

  const search = async (orderId: string): Promise<WireTransaction[]> => {
    const filter = { order_id: { operator: '=', value: orderId }, limit: 100, offset: 0 };
    const schema = z.array(wireTransaction).nullable();
    const found = await call('POST', '/transaction/search', schema, filter).catch((error: unknown) => {
      throw error instanceof CeleroRefusal ? unavailable(error) : error;
    });
    return (found ?? []).filter((one) => one.order_id === orderId);
  };

  /**
   * Adds up the refunds among the order's transactions, for a payment that does not state its refunded amount. Without
   * either, the amount is unknown.
   */
  async function countRefunds(wire: WireTransaction): Promise<WireTransaction> {
    if (wire.status !== 'partially_refunded' || typeof wire.amount_refunded === 'number') return wire;
    const ofOrder = await search(wire.order_id ?? '');
    const refunds = ofOrder.filter(
      (one) =>
        one.type === 'refund' &&
        (one.referenced_transaction_id || wire.id) === wire.id &&
        toTransaction(one).outcome === 'refunded',
    );
    if (refunds.length === 0) throw new GatewayUnavailable(`transaction ${wire.id} does not say how much was refunded`);
    return { ...wire, amount_refunded: refunds.reduce((sum, { amount }) => sum + amount, 0) };
  }

  async function read(id: string): Promise<WireTransaction | null> {
    try {
      const [found] = await call(
        'GET',
        `/transaction/${segment(id)}`,
        z
          .array(wireTransaction)
          .nullable()
          .transform((list) => list ?? []),
      );
      return found ?? null;
    } catch (error) {
      if (isGone(error)) return null;
      throw error instanceof CeleroRefusal ? unavailable(error) : error;
    }
  }

  /** Voids or refunds a transaction. If the gateway refuses, returns the unchanged transaction with the gateway's reason. */
  async function undo(id: string, path: 'void' | 'refund', body?: object): Promise<GatewayTransaction> {
    let refusal: CeleroRefusal | null = null;
    try {
      await call('POST', `/transaction/${segment(id)}/${path}`, anything, body);
    } catch (error) {
      if (!(error instanceof CeleroRefusal)) throw error;
      refusal = error;
    }
    const wire = await read(id);
    if (!wire) throw new GatewayUnavailable(`transaction ${id} is not known to the gateway`, { cause: refusal });
    const transaction = complete(wire);
    if (!refusal) return { ...transaction, outcome: path === 'void' ? 'voided' : 'refunded', reason: null };
    if (path === 'void' && transaction.outcome === 'voided') return transaction;
    return {
      ...transaction,
      outcome: transaction.outcome === 'refunded' ? 'error' : transaction.outcome,
      reason: refusal.message,
    };
  }

  async function customerWithCard(token: string, holderName: string, customerId: string | undefined) {
    if (customerId) {
      try {
        return await call('POST', `/vault/customer/${segment(customerId)}/token?validate=true`, wireCustomer, { token });
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    }
    const [first = '', ...rest] = holderName.trim().split(/\s+/);
    return call('POST', '/vault/customer?validate=true', wireCustomer, {
      description: holderName.slice(0, 255),
      default_payment: { token },
      default_billing_address: { first_name: first, last_name: rest.join(' ') },
    });
  }

  return {
    async storeCard({ token, holderName, existing }) {
      const customer = await customerWithCard(token, holderName, existing?.customerId).catch(throwCardRefused);
      const { defaults, payments } = customer.data.customer;
      const id = customer.created_payment_method_id ?? defaults?.payment_method_id;
      const card = payments.cards?.find((one) => one.id === id) ?? payments.cards?.at(-1);
      if (!card) throw new GatewayUnavailable('the stored card is missing from the answer');
      return {
        ref: { customerId: customer.id, paymentMethodId: card.id },
        card: { cardType: card.card_type, maskedNumber: card.masked_number, expirationDate: monthAndYear(card.expiration_date) },
      };
    },

    async deleteCard({ customerId, paymentMethodId }) {
      try {
        await call('DELETE', `/vault/customer/${segment(customerId)}/card/${segment(paymentMethodId)}`, anything);
      } catch (error) {
        if (isGone(error)) return;
        throw error instanceof CeleroRefusal ? unavailable(error) : error;
      }
    },

    async charge(request) {
      const wire = await call('POST', '/transaction', wireTransaction, saleOf(request)).catch(throwCardRefused);
      const transaction = complete(wire);
      if (transaction.outcome !== 'approved' || transaction.amountCents === request.amountCents) return transaction;
      return { ...transaction, outcome: 'partial', reason: reasonFor(110) };
    },

    async findByOrderId(orderId) {
      return (await search(orderId))
        .filter(({ type }) => type === 'sale' || type === 'authorize')
        .toSorted((a, b) => (a.created_at ?? '').localeCompare(b.created_at ?? ''))
        .map(complete);
    },

    async getTransaction(id) {
      const wire = await read(id);
      return wire && complete(await countRefunds(wire));
    },
    void: (id) => undo(id, 'void'),
    refund: (id, amountCents) => undo(id, 'refund', amountCents === undefined ? {} : { amount: amountCents }),
  };
}

/** Without an approved amount, an approval could be partial. */
function complete(wire: WireTransaction): GatewayTransaction {
  const approvedSale = wire.type === 'sale' && wire.response_code >= 100 && wire.response_code <= 199;
  if (approvedSale && typeof wire.amount_authorized !== 'number') {
    throw new GatewayUnavailable(`transaction ${wire.id} does not say what was authorized`);
  }
  return toTransaction(wire);
}

function saleOf({ source, amountCents, orderId, idempotencyKey, description, initiatedBy }: ChargeRequest): object {
  if (!/^[A-Za-z0-9]{1,17}$/.test(orderId)) throw new TypeError('orderId must be 1 to 17 letters and digits');
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0) throw new TypeError('amountCents must be a whole positive number');
  const stored = {
    card_on_file_indicator: initiatedBy === 'merchant' ? 'R' : 'C',
    initiated_by: initiatedBy,
  };
  return {
    type: 'sale',
    amount: amountCents,
    currency: 'USD',
    order_id: orderId,
    description: description.slice(0, 255),
    idempotency_key: uuidFromKey(idempotencyKey),
    idempotency_time: 300,
    ...(source.kind === 'token'
      ? { payment_method: { token: source.token } }
      : {
          payment_method: {
            customer: {
              id: source.card.customerId,
              payment_method_id: source.card.paymentMethodId,
              payment_method_type: 'card',
            },
          },
          ...stored,
        }),
  };
}

/** The gateway accepts only UUIDs as idempotency keys, so any other key becomes a UUID made from its digest. */
function uuidFromKey(key: string): string {
  if (isUuid(key)) return key;
  const hex = createHash('sha256').update(key).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function unavailable(refusal: CeleroRefusal): GatewayUnavailable {
  return new GatewayUnavailable(refusal.message, { cause: refusal });
}

/** A refusal with a reason means that the card was not accepted. The gateway's own words stay in `cause`, for the log. */
function throwCardRefused(error: unknown): never {
  if (!(error instanceof CeleroRefusal)) throw error;
  const reason = /token/i.test(error.message)
    ? 'errors.cardDetailsUsed'
    : /not found/i.test(error.message)
      ? 'errors.savedCardGone'
      : 'errors.cardNotUsable';
  throw new CardRefused(reason, 0, { cause: error });
}

export type CeleroKeys = {
  url: string;
  apiKey: string;
  publicKey: string;
  webhookSecret: string;
  /** Accepted besides while the secret is replaced. */
  previousWebhookSecret?: string | undefined;
};

type Options = CeleroKeys & {
  timeoutMs: number;
  /** The URL for browsers, if it differs from `url`: this app serves the simulator's card fields. */
  browserUrl?: string;
  testMode: boolean;
  close?: () => Promise<void>;
};

/** The payment service for Celero, or for the simulator, which speaks the same protocol. */
export function celeroService(options: Options): PaymentService {
  const { url, apiKey, publicKey, webhookSecret, previousWebhookSecret, timeoutMs, browserUrl = url, testMode, close } = options;
  const gatewayUrl = browserUrl.replace(/\/$/, '');
  return {
    gateway: createCeleroGateway({ url, apiKey, timeoutMs }),
    webhookName: 'celero',
    readWebhook: (rawBody, headers) => verifyWebhook(rawBody, headers, webhookSecret, previousWebhookSecret),
    cardFields: { publicKey, tokenizerUrl: `${gatewayUrl}/tokenizer/tokenizer.js`, gatewayUrl, testMode },
    close: close ?? (() => Promise.resolve()),
  };
}
