import { z } from 'zod';
import { GatewayUnavailable, type CardDetails, type GatewayTransaction } from '#server/gateway/port.ts';
import { requestService } from '#server/http/outgoing.ts';
import type { DeclineReason } from '#shared/billing/payment.ts';

/** The text key of the reason that the payer reads, for each response code other than a full approval. */
const reasonByCode: Record<number, DeclineReason> = {
  110: 'errors.cardPartlyApproved',
  200: 'errors.cardDeclinedByBank',
  201: 'errors.cardDeclinedWithoutReason',
  202: 'errors.cardInsufficientFunds',
  223: 'errors.cardExpired',
  225: 'errors.cardSecurityCode',
  301: 'errors.cardDuplicatePayment',
  310: 'errors.cardBlockedByRule',
};

export function reasonFor(responseCode: number): DeclineReason {
  const exact = reasonByCode[responseCode];
  if (exact) return exact;
  if (responseCode >= 100 && responseCode <= 199) return 'errors.cardDifferentAmount';
  if (responseCode >= 200 && responseCode <= 299) return 'errors.cardDeclinedByBank';
  if (responseCode >= 300 && responseCode <= 399) return 'errors.cardRefusedByService';
  if (responseCode >= 400 && responseCode <= 499) return 'errors.cardProcessorFailed';
  return 'errors.paymentFailed';
}

/**
 * The parts of Celero's answers that we read. Unknown fields and statuses are accepted, because the gateway adds some over
 * time.
 */
const wireCard = z.object({
  card_type: z.string().nullish(),
  masked_card: z.string().nullish(),
  last_four: z.string().nullish(),
  expiration_date: z.string().nullish(),
});

export const wireTransaction = z.object({
  id: z.string().min(1),
  type: z.string(),
  status: z.string(),
  response_code: z.number().int(),
  amount: z.number().int(),
  amount_authorized: z.number().int().nullish(),
  amount_refunded: z.number().int().nullish(),
  order_id: z.string().nullish(),
  /** For a refund: the id of the refunded payment. */
  referenced_transaction_id: z.string().nullish(),
  created_at: z.string().nullish(),
  response_body: z.object({ card: wireCard.nullish() }).nullish(),
});
export type WireTransaction = z.infer<typeof wireTransaction>;

export const wireCustomer = z.object({
  id: z.string().min(1),
  created_payment_method_id: z.string().nullish(),
  data: z.object({
    customer: z.object({
      defaults: z.object({ payment_method_id: z.string().nullish() }).nullish(),
      payments: z.object({
        cards: z
          .array(z.object({ id: z.string(), card_type: z.string(), masked_number: z.string(), expiration_date: z.string() }))
          .nullish(),
      }),
    }),
  }),
});

/** Reads dates such as `12/26` and `2026-12-31T00:00:00Z`. */
export function monthAndYear(date: string): string {
  const iso = /^(\d{2})(\d{2})-(\d{2})/.exec(date);
  return iso ? `${iso[3]}/${iso[2]}` : date;
}

function toCardDetails(transaction: WireTransaction): CardDetails | null {
  const card = transaction.response_body?.card;
  const maskedNumber = card?.masked_card ?? (card?.last_four ? `******${card.last_four}` : null);
  if (!card || !maskedNumber) return null;
  return { cardType: card.card_type ?? 'card', maskedNumber, expirationDate: monthAndYear(card.expiration_date ?? '') };
}

const outcomeByStatus: Record<string, GatewayTransaction['outcome']> = {
  voided: 'voided',
  reversed: 'voided',
  refunded: 'refunded',
  partially_refunded: 'refunded',
  returned: 'refunded',
  late_return: 'refunded',
};

/**
 * Celero answers a declined charge with HTTP 200 and `success` too. A charge is approved only if the response code approves
 * it and the full amount was authorized (`docs/product/money.md#charges`).
 */
function toOutcome(transaction: WireTransaction): GatewayTransaction['outcome'] {
  const { type, status, response_code: code, amount, amount_authorized: authorized } = transaction;
  const isApproved = code >= 100 && code <= 199;
  const outcome = outcomeByStatus[status];
  if (type === 'refund' || type === 'credit') return outcome === 'voided' ? outcome : isApproved ? 'refunded' : 'error';
  if (outcome) return outcome;
  if (status === 'pending' || code === 99 || (code === 0 && status === 'unknown')) return 'pending';
  if (isApproved) return code !== 110 && authorized === amount ? 'approved' : 'partial';
  if (status === 'declined' || (code >= 200 && code <= 499)) return 'declined';
  return 'error';
}

export function toTransaction(wire: WireTransaction): GatewayTransaction {
  const outcome = toOutcome(wire);
  const hasFailureReason = outcome === 'declined' || outcome === 'partial' || outcome === 'error';
  return {
    id: wire.id,
    orderId: wire.order_id ?? '',
    amountCents: wire.amount,
    amountAuthorizedCents: wire.amount_authorized ?? 0,
    amountRefundedCents: wire.amount_refunded ?? (wire.status === 'refunded' ? wire.amount : 0),
    outcome,
    responseCode: wire.response_code,
    reason: hasFailureReason ? reasonFor(wire.response_code) : null,
    card: toCardDetails(wire),
  };
}

export type CeleroOptions = {
  /** The base URL of `/api` and `/tokenizer`, such as `https://app.example` or `http://localhost:3000/gateway`. */
  url: string;
  /** The private key, `api_…`. */
  apiKey: string;
  timeoutMs: number;
};

/** Celero refused the request, with HTTP 4xx or a status other than `success`, and did nothing. */
export class CeleroError extends Error {
  readonly httpStatus: number;

  constructor(httpStatus: number, message: string) {
    super(message);
    this.name = 'CeleroRefusal';
    this.httpStatus = httpStatus;
  }
}

const envelope = z.object({ status: z.string(), msg: z.string().nullish(), data: z.unknown() });
/** HTTP statuses that are no answer to the request itself, such as a wrong key, too many calls or a timeout. */
const inconclusiveStatuses = new Set([401, 403, 407, 408, 425, 429]);

/** HTTP statuses after which the request no longer runs. After a 502 to 504 from a proxy, it may still be running. */
const finalStatuses = new Set([401, 403, 429, 500, 501]);
const connectionErrorCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Calls Celero's API, unwraps the envelope and validates the data. Redirects are not followed. */
export function createCeleroClient({ url, apiKey, timeoutMs }: CeleroOptions) {
  const base = `${url.replace(/\/$/, '')}/api`;

  return async function call<T>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    schema: z.ZodType<T>,
    body?: object,
  ): Promise<T> {
    const gatewayUnavailable = (message: string, mayStillArrive: boolean, cause?: unknown) =>
      new GatewayUnavailable(`${method} ${path}: ${message}`, { cause, mayStillArrive });
    let status: number;
    let text: string;
    let correlationId: string | null;
    try {
      const response = await requestService(`${base}${path}`, {
        service: url,
        timeoutMs,
        method,
        headers: { authorization: apiKey, accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      status = response.status;
      correlationId = response.headers.get('x-correlation-id');
      ({ text } = response);
    } catch (error) {
      throw gatewayUnavailable('no answer', !wasNeverSent(error), error);
    }

    const trace = correlationId ? ` (correlation ${correlationId})` : '';
    if (status >= 500 || status < 200 || inconclusiveStatuses.has(status))
      throw gatewayUnavailable(`answered ${status}${trace}`, !finalStatuses.has(status));
    const answer = envelope.safeParse(parseJson(text));
    if (!answer.success) throw gatewayUnavailable(`answered ${status} with something else than its envelope${trace}`, true);
    const { status: envelopeStatus, msg, data } = answer.data;
    if (status >= 400 || envelopeStatus !== 'success') throw new CeleroError(status, `${msg ?? envelopeStatus}${trace}`);
    const result = schema.safeParse(data);
    if (!result.success) throw gatewayUnavailable(`answered data that cannot be read${trace}`, true, result.error);
    return result.data;
  };
}

/** Whether no connection was made, so that the gateway cannot have seen the request. */
function wasNeverSent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' && connectionErrorCodes.has(cause.code);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
