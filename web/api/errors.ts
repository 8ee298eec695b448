import { t } from '#web/texts/start.ts';

type Issue = { field: string; message: string };
type ErrorData = {
  httpStatus?: number;
  code?: string;
  field?: string | null;
  detail?: string | null;
  issues?: Issue[];
  requestId?: string | null;
};

/** Returns the server's error from a tRPC error's `data`, or null if the error did not come from the server. */
function errorDataOf(error: unknown): ErrorData | null {
  if (typeof error !== 'object' || error === null || !('data' in error)) return null;
  const { data } = error;
  return typeof data === 'object' && data !== null ? data : null;
}

/** Returns the HTTP status of a failed call, or undefined if there was no response. */
export function statusOf(error: unknown): number | undefined {
  return errorDataOf(error)?.httpStatus;
}

/** The server's error code, such as `email_unverified` (server/errors.ts). */
export function codeOf(error: unknown): string | undefined {
  return errorDataOf(error)?.code;
}

export function requestIdOf(error: unknown): string | undefined {
  return errorDataOf(error)?.requestId ?? undefined;
}

/** Returns the messages for a form's fields by their path. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  const errorData = errorDataOf(error);
  if (!errorData) return {};
  if (errorData.issues?.length)
    return Object.fromEntries(errorData.issues.map(({ field, message }) => [field, message]).toReversed());
  return errorData.field ? { [errorData.field]: errorText(error) } : {};
}

/**
 * Returns the message to show to the user (`docs/product/screens.md#messages`). Connection and server failures have fixed
 * messages, and other errors keep the server's. A 502 also keeps it, because it explains why the payment gateway failed.
 */
export function errorText(error: unknown): string {
  const status = statusOf(error);
  if (status === undefined)
    return isNetworkError(error) ? t('ui.noConnection') : isForeign(error) ? t('ui.internalError') : messageOf(error);
  if (status >= 500 && status !== 502) return t('ui.internalError');
  return messageOf(error);
}

function messageOf(error: unknown): string {
  return error instanceof Error && error.message ? error.message : t('ui.internalError');
}

/**
 * Whether the response came from another server, such as a proxy's error page. The client library's message for it would not
 * help the user.
 */
function isForeign(error: unknown): boolean {
  return error instanceof Error && error.name === 'TRPCClientError';
}

/** Whether a fetch got no response. The error comes from the browser, from Vite's module loader or from the tRPC client. */
function isNetworkError(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof SyntaxError) return true;
  if (error instanceof DOMException) return error.name === 'TimeoutError' || error.name === 'NetworkError';
  if (error instanceof Error && error.message.startsWith('Unable to preload CSS')) return true;
  return error instanceof Error && error.cause !== undefined && error.cause !== error && isNetworkError(error.cause);
}
