import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  CardDeclinedError,
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
  createCeleroClient,
  CeleroError,
  type CeleroOptions,
} from './celero-wire.ts';
import { verifyWebhook } from './webhook.ts';

const ignoredAnswer = z.unknown();
const segment = encodeURIComponent;
const isGone = (error: unknown): boolean => error instanceof CeleroError && error.httpStatus === 404;

/** The adapter for Celero's protocol (a FluidPay white label) over HTTP. */
export function createCeleroGateway(options: CeleroOptions): PaymentGateway {
  const call = createCeleroClient(options);

  const search = async (orderId: string): Promise<WireTransaction[]> => {
    const filter = { order_id: { operator: '=', value: orderId }, limit: 100, offset: 0 };
    const schema = z.array(wireTransaction).nullable();
    const results = await call('POST', '/transaction/search', schema, filter).catch((error: unknown) => {
      throw error instanceof CeleroError ? toGatewayUnavailable(error) : error;
    });
    return (results ?? []).filter((one) => one.order_id === orderId);
  };

  /**
   * Adds up the order's refund transactions if the payment does not state its refunded amount.
   * @throws GatewayUnavailable if there are no refund transactions either, because the amount is then unknown
   */
  async function sumRefunds(wire: WireTransaction): Promise<WireTransaction> {
    if (wire.status !== 'partially_refunded' || typeof wire.amount_refunded === 'number') return wire;
    const orderTransactions = await search(wire.order_id ?? '');
    const refunds = orderTransactions.filter(
      (one) =>
        one.type === 'refund' &&
        (one.referenced_transaction_id || wire.id) === wire.id &&
        toTransaction(one).outcome === 'refunded',
    );
    if (refunds.length === 0) throw new GatewayUnavailable(`transaction ${wire.id} does not say how much was refunded`);
    return { ...wire, amount_refunded: refunds.reduce((sum, { amount }) => sum + amount, 0) };
  }

  async function readTransaction(id: string): Promise<WireTransaction | null> {
    try {
      const [transaction] = await call(
        'GET',
        `/transaction/${segment(id)}`,
        z
          .array(wireTransaction)
          .nullable()
          .transform((list) => list ?? []),
      );
      return transaction ?? null;
    } catch (error) {
      if (isGone(error)) return null;
      throw error instanceof CeleroError ? toGatewayUnavailable(error) : error;
    }
  }

  /** Voids or refunds a transaction. If the gateway refuses, returns the transaction with the gateway's reason. */
  async function reverseTransaction(id: string, path: 'void' | 'refund', body?: object): Promise<GatewayTransaction> {
    let refusal: CeleroError | null = null;
    try {
      await call('POST', `/transaction/${segment(id)}/${path}`, ignoredAnswer, body);
    } catch (error) {
      if (!(error instanceof CeleroError)) throw error;
      refusal = error;
    }
    const wire = await readTransaction(id);
    if (!wire) throw new GatewayUnavailable(`transaction ${id} is not known to the gateway`, { cause: refusal });
    const transaction = toVerifiedTransaction(wire);
    if (!refusal) return { ...transaction, outcome: path === 'void' ? 'voided' : 'refunded', reason: null };
    if (path === 'void' && transaction.outcome === 'voided') return transaction;
    return {
      ...transaction,
      outcome: transaction.outcome === 'refunded' ? 'error' : transaction.outcome,
      reason: refusal.message,
    };
  }

  async function storeCustomerCard(token: string, holderName: string, customerId: string | undefined) {
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
      const customer = await storeCustomerCard(token, holderName, existing?.customerId).catch(throwCardRefused);
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
        await call('DELETE', `/vault/customer/${segment(customerId)}/card/${segment(paymentMethodId)}`, ignoredAnswer);
      } catch (error) {
        if (isGone(error)) return;
        throw error instanceof CeleroError ? toGatewayUnavailable(error) : error;
      }
    },

    async charge(request) {
      const wire = await call('POST', '/transaction', wireTransaction, saleBody(request)).catch(throwCardRefused);
      const transaction = toVerifiedTransaction(wire);
      if (transaction.outcome !== 'approved' || transaction.amountCents === request.amountCents) return transaction;
      return { ...transaction, outcome: 'partial', reason: reasonFor(110) };
    },

    async findByOrderId(orderId) {
      return (await search(orderId))
        .filter(({ type }) => type === 'sale' || type === 'authorize')
        .toSorted((a, b) => (a.created_at ?? '').localeCompare(b.created_at ?? ''))
        .map(toVerifiedTransaction);
    },

    async getTransaction(id) {
      const wire = await readTransaction(id);
      return wire && toVerifiedTransaction(await sumRefunds(wire));
    },
    void: (id) => reverseTransaction(id, 'void'),
    refund: (id, amountCents) => reverseTransaction(id, 'refund', amountCents === undefined ? {} : { amount: amountCents }),
  };
}

/** @throws GatewayUnavailable for an approval without an authorized amount, because it could be partial */
function toVerifiedTransaction(wire: WireTransaction): GatewayTransaction {
  const isApprovedSale = wire.type === 'sale' && wire.response_code >= 100 && wire.response_code <= 199;
  if (isApprovedSale && typeof wire.amount_authorized !== 'number') {
    throw new GatewayUnavailable(`transaction ${wire.id} does not say what was authorized`);
  }
  return toTransaction(wire);
}

function saleBody({ source, amountCents, orderId, idempotencyKey, description, initiatedBy }: ChargeRequest): object {
  if (!/^[A-Za-z0-9]{1,17}$/.test(orderId)) throw new TypeError('orderId must be 1 to 17 letters and digits');
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0) throw new TypeError('amountCents must be a whole positive number');
  const storedCardFields = {
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
          ...storedCardFields,
        }),
  };
}

/** The gateway accepts only UUIDs as idempotency keys, so any other key becomes a UUID made from its digest. */
function uuidFromKey(key: string): string {
  if (isUuid(key)) return key;
  const hex = createHash('sha256').update(key).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function toGatewayUnavailable(refusal: CeleroError): GatewayUnavailable {
  return new GatewayUnavailable(refusal.message, { cause: refusal });
}

/** Turns a refusal into an error for the payer. The gateway's own message stays in `cause`, for the log. */
function throwCardRefused(error: unknown): never {
  if (!(error instanceof CeleroError)) throw error;
  const reason = /token/i.test(error.message)
    ? 'errors.cardDetailsUsed'
    : /not found/i.test(error.message)
      ? 'errors.savedCardGone'
      : 'errors.cardNotUsable';
  throw new CardDeclinedError(reason, 0, { cause: error });
}

export type CeleroKeys = {
  url: string;
  apiKey: string;
  publicKey: string;
  webhookSecret: string;
  /** Also accepted while the secret is being rotated. */
  previousWebhookSecret?: string | undefined;
};

type Options = CeleroKeys & {
  timeoutMs: number;
  /** The URL for browsers, if it differs from `url`. It differs for the simulator, whose card fields this app serves. */
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
