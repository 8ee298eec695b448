import { t } from '#web/texts/app.ts';
/** The request timeout (`docs/product/screens.md#messages`). */
export const requestMs = 6_000;
/** Calls that move money or store a card wait longer, because the gateway does (`docs/product/screens.md#messages`). */
export const moneyMs = 60_000;

export function isMoneyCall({ path, type }: { path: string; type: string }): boolean {
  return type === 'mutation' && /^(?:checkout|billing)\./.test(path);
}

/** A fetch with a timeout. Without an answer in time it fails like one that never got an answer. */
export function fetchWithin(ms: number): typeof fetch {
  return (input, init) => {
    const timeoutController = new AbortController();
    setTimeout(() => timeoutController.abort(new DOMException(t('common.noAnswerInTime'), 'TimeoutError')), ms);
    const callerSignal = init?.signal;
    return fetch(input, {
      ...init,
      signal: callerSignal ? AbortSignal.any([callerSignal, timeoutController.signal]) : timeoutController.signal,
    });
  };
}
