import type { GatewayConfig } from '#shared/billing/payment.ts';

/**
 * What the product asks of whoever moves the money, in the product's words (`product: Money`).
 * Amounts are whole cents. Card numbers and security codes never come here: a token stands for them.
 */
export type CardDetails = { cardType: string; maskedNumber: string; expirationDate: string /* MM/YY */ };

/** A card kept by the gateway for later charges. */
export type StoredCardRef = { customerId: string; paymentMethodId: string };

export type ChargeRequest = {
  source: { kind: 'token'; token: string } | { kind: 'stored'; card: StoredCardRef };
  amountCents: number;
  /** At most 17 letters and digits; the name by which a lost answer is found again. */
  orderId: string;
  /** Made once and kept before the call. It protects for minutes only: after a lost answer, ask by `orderId`. */
  idempotencyKey: string;
  description: string;
  /** `customer`: the payer is present. `merchant`: a renewal that nobody watches. */
  initiatedBy: 'customer' | 'merchant';
};

export type GatewayTransaction = {
  id: string;
  orderId: string;
  amountCents: number;
  amountAuthorizedCents: number;
  /** What was refunded of it so far; a void is told by the outcome. */
  amountRefundedCents: number;
  /** Only `approved` is paid. `partial` took less than asked: void it. `pending`: ask again later. */
  outcome: 'approved' | 'partial' | 'declined' | 'pending' | 'voided' | 'refunded' | 'error';
  responseCode: number;
  /** Plain words for the payer, or why a void or a refund was refused; null when there is nothing to say. */
  reason: string | null;
  card: CardDetails | null;
};

/**
 * Every call may throw {@link GatewayUnavailable}: the outcome is unknown. A decline is an answer of `charge`, not an
 * exception.
 */
export interface PaymentGateway {
  /** Keeps the card behind a fresh token, for the customer of `existing` if given. @throws CardRefused */
  storeCard(input: { token: string; holderName: string; existing?: StoredCardRef | null }): Promise<{
    ref: StoredCardRef;
    card: CardDetails;
  }>;
  /** Forgets the card; a card that is already gone is fine. */
  deleteCard(ref: StoredCardRef): Promise<void>;
  /** @throws CardRefused for a used or expired token and for a stored card that is gone: nothing was charged */
  charge(request: ChargeRequest): Promise<GatewayTransaction>;
  /** Every charge attempt of an order that the gateway knows, oldest first; refunds show in their charge's outcome. */
  findByOrderId(orderId: string): Promise<GatewayTransaction[]>;
  getTransaction(id: string): Promise<GatewayTransaction | null>;
  /** The transaction as it stands afterwards; anything but `voided` means refused, with the reason. Safe to repeat. */
  void(transactionId: string): Promise<GatewayTransaction>;
  /** The transaction as it stands afterwards; anything but `refunded` means refused, with the reason. */
  refund(transactionId: string, amountCents?: number): Promise<GatewayTransaction>;
}

export type WebhookEvent = {
  /** The same for each retry of a delivery: keep it in a unique column. */
  eventId: string;
  /** Such as `transaction_create`. `test` must have no effect; unknown types are answered 200 and ignored. */
  type: string;
  transactionId: string | null;
  orderId: string | null;
};

export type WebhookHeaders = Record<string, string | string[] | undefined>;

/**
 * A payment service that is set up: its adapter, and what the webhook and the browser's card fields need of it. Another
 * service is a folder beside `celero/` that makes one of these, and a branch in `open-gateway.ts`.
 */
export type PaymentService = {
  gateway: PaymentGateway;
  /** Its deliveries come to `/webhooks/{webhookName}`. */
  webhookName: string;
  /** The event of a delivery, or null when the service didn't sign it (answer 401). Needs the raw bytes of the body. */
  readWebhook(rawBody: Buffer, headers: WebhookHeaders): WebhookEvent | null;
  cardFields: GatewayConfig;
  close(): Promise<void>;
};

/** A known no: the card or its token was not accepted, and nothing was charged. */
export class CardRefused extends Error {
  /** Plain words for the payer. */
  readonly reason: string;
  readonly responseCode: number;

  constructor(reason: string, responseCode = 0, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'CardRefused';
    this.reason = reason;
    this.responseCode = responseCode;
  }
}

/** The connection was lost, timed out, or answered with a 5xx or nonsense: whether money moved is not known. */
export class GatewayUnavailable extends Error {
  override name = 'GatewayUnavailable';
  /** False when the request never left or its handling is over: then not finding its transaction proves that there is none. */
  readonly mayStillArrive: boolean;

  constructor(message: string, { mayStillArrive = true, ...options }: ErrorOptions & { mayStillArrive?: boolean } = {}) {
    super(message, options);
    this.mayStillArrive = mayStillArrive;
  }
}
