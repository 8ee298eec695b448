import type { GatewayConfig } from '#shared/billing/payment.ts';

export type CardDetails = { cardType: string; maskedNumber: string; expirationDate: string /* MM/YY */ };

/** A card in the gateway's vault, for later charges. */
export type StoredCardRef = { customerId: string; paymentMethodId: string };

export type ChargeRequest = {
  source: { kind: 'token'; token: string } | { kind: 'stored'; card: StoredCardRef };
  amountCents: number;
  /** At most 17 letters and digits. If the answer is lost, it finds the transaction. */
  orderId: string;
  /** The gateway remembers it for a few minutes only, so after a lost answer, look up the transaction by `orderId`. */
  idempotencyKey: string;
  description: string;
  /** `customer`: the payer is present. `merchant`: an automatic renewal. */
  initiatedBy: 'customer' | 'merchant';
};

export type GatewayTransaction = {
  id: string;
  orderId: string;
  amountCents: number;
  amountAuthorizedCents: number;
  /** The amount refunded so far. A void changes only the outcome. */
  amountRefundedCents: number;
  /** Only `approved` is paid. `partial` took less than requested and must be voided. For `pending`, ask again later. */
  outcome: 'approved' | 'partial' | 'declined' | 'pending' | 'voided' | 'refunded' | 'error';
  responseCode: number;
  /** The text key of the reason for the payer, or the gateway's reason for refusing a void or refund. Null without one. */
  reason: string | null;
  card: CardDetails | null;
};

/**
 * A payment gateway (`docs/product/money.md#charges`). Amounts are whole cents. Card numbers and security codes never reach
 * it, only tokens. Every call may throw {@link GatewayUnavailable}, which means that the outcome is unknown. A decline is a
 * normal answer of `charge`.
 */
export interface PaymentGateway {
  /**
   * Stores the card of a new token. With `existing`, it is added to the customer of that card.
   * @throws CardDeclinedError
   */
  storeCard(input: { token: string; holderName: string; existing?: StoredCardRef | null }): Promise<{
    ref: StoredCardRef;
    card: CardDetails;
  }>;
  /** Deletes the card. A card that is already gone is not an error. */
  deleteCard(ref: StoredCardRef): Promise<void>;
  /** @throws CardDeclinedError for a used or expired token and for a stored card that no longer exists; nothing was charged */
  charge(request: ChargeRequest): Promise<GatewayTransaction>;
  /** All charge attempts of an order, the oldest first. A refund is not listed, but changes the outcome of its charge. */
  findByOrderId(orderId: string): Promise<GatewayTransaction[]>;
  getTransaction(id: string): Promise<GatewayTransaction | null>;
  /** Returns the changed transaction. With any outcome except `voided`, the gateway refused, see `reason`. Safe to repeat. */
  void(transactionId: string): Promise<GatewayTransaction>;
  /** Returns the changed transaction. With any outcome except `refunded`, the gateway refused, see `reason`. */
  refund(transactionId: string, amountCents?: number): Promise<GatewayTransaction>;
}

export type WebhookEvent = {
  /** The id is the same for each retry of a webhook. Store it in a unique column. */
  eventId: string;
  /** Such as `transaction_create`. `test` must have no effect. Unknown types are answered 200 and ignored. */
  type: string;
  transactionId: string | null;
  orderId: string | null;
};

export type WebhookHeaders = Record<string, string | string[] | undefined>;

/**
 * A configured payment service: its adapter, and what the webhook and the card fields need. To add another service, add a
 * folder next to `celero/` that creates one, a branch in `open-gateway.ts`, and its settings in `server/settings/env.ts`.
 */
export type PaymentService = {
  gateway: PaymentGateway;
  /** Its webhooks arrive at `/webhooks/{webhookName}`. */
  webhookName: string;
  /** The event of a webhook, or null if the service did not sign it (answer 401). Needs the raw bytes of the body. */
  readWebhook(rawBody: Buffer, headers: WebhookHeaders): WebhookEvent | null;
  cardFields: GatewayConfig;
  close(): Promise<void>;
};

/** The card or its token was not accepted, and nothing was charged. */
export class CardDeclinedError extends Error {
  /** The text key of the reason for the payer. */
  readonly reason: string;
  readonly responseCode: number;

  constructor(reason: string, responseCode = 0, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'CardRefused';
    this.reason = reason;
    this.responseCode = responseCode;
  }
}

/** The connection failed, timed out, or returned a 5xx or an invalid answer. It is unknown whether money moved. */
export class GatewayUnavailable extends Error {
  override name = 'GatewayUnavailable';
  /** False if the request was never sent or its handling has ended. Then finding no transaction proves that there is none. */
  readonly mayStillArrive: boolean;

  constructor(message: string, { mayStillArrive = true, ...options }: ErrorOptions & { mayStillArrive?: boolean } = {}) {
    super(message, options);
    this.mayStillArrive = mayStillArrive;
  }
}
