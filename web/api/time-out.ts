import { t } from '#web/texts/app.ts';
/** The timeout of ordinary requests (`docs/product/screens.md#messages`). */
export const requestMs = 6_000;
/** Calls that move money or store a card wait for the gateway, so they get longer (`docs/product/screens.md#messages`). */
export const paymentTimeoutMs = 60_000;

export function isMoneyCall({ path, type }: { path: string; type: string }): boolean {
  return type === 'mutation' && /^(?:checkout|billing)\./.test(path);
}

/** An AI service takes longer to write than the server takes to answer. */
const isWritingCall = ({ path }: { path: string }) => /^(?:jobs\.writing\.|messages\.suggestReply$)/.test(path);

/** The calls that may take as long as {@link paymentTimeoutMs}. */
export const isLongCall = (call: { path: string; type: string }): boolean => isMoneyCall(call) || isWritingCall(call);

/** Creates a fetch with a timeout. When the time is up, it fails like a request without a connection. */
export function fetchWithTimeout(ms: number): typeof fetch {
  return (input, init) => {
    const timeoutController = new AbortController();
    setTimeout(() => timeoutController.abort(new DOMException(t('common.requestTimedOut'), 'TimeoutError')), ms);
    const callerSignal = init?.signal;
    return fetch(input, {
      ...init,
      signal: callerSignal ? AbortSignal.any([callerSignal, timeoutController.signal]) : timeoutController.signal,
    });
  };
}
