import { messages } from '#shared/messages.ts';

/** What the gateway's page answers when it is asked for a token (`spec: work §4`). */
export type TokenAnswer = { status?: unknown; token?: unknown; msg?: unknown; invalid?: unknown };

export type TokenOutcome =
  | { status: 'success'; token: string }
  /** The payment is disabled until the card fields are opened anew. */
  | { status: 'error'; message: string }
  /** The payment stays enabled: the fields can be corrected. */
  | { status: 'validation'; message: string };

const fieldMessages = [
  ['cc', messages.cardNumber],
  ['exp', messages.cardExpiration],
  ['cvv', messages.cardCode],
] as const;

/** The names of wrong fields come as a list or as the keys of an object, as the gateway likes. */
function wrongFields(invalid: unknown): string[] {
  if (Array.isArray(invalid)) return invalid.map(String);
  return typeof invalid === 'object' && invalid !== null ? Object.keys(invalid) : [];
}

/** The message of the first wrong field in the order cc, exp, cvv, unknown (`spec: work §5`). */
export function validationMessage(invalid: unknown): string {
  const wrong = wrongFields(invalid);
  return fieldMessages.find(([field]) => wrong.includes(field))?.[1] ?? messages.cardUnknown;
}

export function readTokenAnswer({ status, token, msg, invalid }: TokenAnswer): TokenOutcome {
  if (status === 'validation') return { status, message: validationMessage(invalid) };
  if (status !== 'success') return { status: 'error', message: typeof msg === 'string' && msg ? msg : messages.cardError };
  if (typeof token !== 'string' || !token) return { status: 'validation', message: messages.cardNoToken };
  return { status, token };
}
