import { t } from '#web/texts/start.ts';

type Issue = { field: string; message: string };
type Refusal = {
  httpStatus?: number;
  code?: string;
  field?: string | null;
  detail?: string | null;
  issues?: Issue[];
  requestId?: string | null;
};

/** The server's error in a tRPC error's `data`, or null if the error did not come from the server. */
function refusalOf(error: unknown): Refusal | null {
  if (typeof error !== 'object' || error === null || !('data' in error)) return null;
  const { data } = error;
  return typeof data === 'object' && data !== null ? (data as Refusal) : null;
}

/** The HTTP status of a failed call. Undefined if there was no answer. */
export function statusOf(error: unknown): number | undefined {
  return refusalOf(error)?.httpStatus;
}

/** The server's error code, such as `email_unverified` (server/errors.ts). */
export function codeOf(error: unknown): string | undefined {
  return refusalOf(error)?.code;
}

export function requestIdOf(error: unknown): string | undefined {
  return refusalOf(error)?.requestId ?? undefined;
}

/** Messages by field path, for a form. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  const refusal = refusalOf(error);
  if (!refusal) return {};
  if (refusal.issues?.length)
    return Object.fromEntries(refusal.issues.map(({ field, message }) => [field, message]).toReversed());
  return refusal.field ? { [refusal.field]: errorText(error) } : {};
}

/**
 * The error text that a user reads (`docs/product/screens.md#messages`): for no answer, a server fault, or the server's own
 * message. 502 is the payment gateway's failure, and its message is shown.
 */
export function errorText(error: unknown): string {
  const status = statusOf(error);
  if (status === undefined)
    return isNoAnswer(error) ? t('ui.noConnection') : isForeign(error) ? t('ui.internal') : messageOf(error);
  if (status >= 500 && status !== 502) return t('ui.internal');
  return messageOf(error);
}

function messageOf(error: unknown): string {
  return error instanceof Error && error.message ? error.message : t('ui.internal');
}

/**
 * An answer from something else than this server, such as a proxy's error page. The client library's message for it would
 * not help anyone.
 */
function isForeign(error: unknown): boolean {
  return error instanceof Error && error.name === 'TRPCClientError';
}

/** A fetch without an answer, directly from the browser, from Vite's module loader, or wrapped by the tRPC client. */
function isNoAnswer(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof SyntaxError) return true;
  if (error instanceof DOMException) return error.name === 'TimeoutError' || error.name === 'NetworkError';
  if (error instanceof Error && error.message.startsWith('Unable to preload CSS')) return true;
  return error instanceof Error && error.cause !== undefined && error.cause !== error && isNoAnswer(error.cause);
}
