import { messages } from '#shared/messages.ts';

type Issue = { field: string; message: string };
type Refusal = {
  httpStatus?: number;
  code?: string;
  field?: string | null;
  detail?: string | null;
  issues?: Issue[];
  requestId?: string | null;
};

/** What the server said in a tRPC error's `data`, or null when the error did not come from it. */
function refusalOf(error: unknown): Refusal | null {
  if (typeof error !== 'object' || error === null || !('data' in error)) return null;
  const { data } = error;
  return typeof data === 'object' && data !== null ? (data as Refusal) : null;
}

/** HTTP status of a failed call; undefined when no answer came at all. */
export function statusOf(error: unknown): number | undefined {
  return refusalOf(error)?.httpStatus;
}

/** The server's own word for a refusal, such as `email_unverified` (server/errors.ts). */
export function codeOf(error: unknown): string | undefined {
  return refusalOf(error)?.code;
}

export function requestIdOf(error: unknown): string | undefined {
  return refusalOf(error)?.requestId ?? undefined;
}

/** Messages by field path, to put under the fields of a form. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  const refusal = refusalOf(error);
  if (!refusal) return {};
  if (refusal.issues?.length)
    return Object.fromEntries(refusal.issues.map(({ field, message }) => [field, message]).toReversed());
  return refusal.field ? { [refusal.field]: errorText(error) } : {};
}

/**
 * The one rule for what a user reads (`spec: access §8`): no answer, a server fault, or the server's words. 502 is the
 * payment gateway's own failure, told in plain words (`product: Money`).
 */
export function errorText(error: unknown): string {
  const status = statusOf(error);
  if (status === undefined)
    return isNoAnswer(error) ? messages.noConnection : isForeign(error) ? messages.internal : messageOf(error);
  if (status >= 500 && status !== 502) return messages.internal;
  return messageOf(error);
}

function messageOf(error: unknown): string {
  return error instanceof Error && error.message ? error.message : messages.internal;
}

/** An answer that is not of this server's making, such as a proxy's own error page: the client's words for it help nobody. */
function isForeign(error: unknown): boolean {
  return error instanceof Error && error.name === 'TRPCClientError';
}

/** A fetch that never got an answer, straight from the browser, by Vite's loader of screens, or wrapped by the tRPC client. */
function isNoAnswer(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof SyntaxError) return true;
  if (error instanceof DOMException) return error.name === 'TimeoutError' || error.name === 'NetworkError';
  if (error instanceof Error && error.message.startsWith('Unable to preload CSS')) return true;
  return error instanceof Error && error.cause !== undefined && error.cause !== error && isNoAnswer(error.cause);
}
