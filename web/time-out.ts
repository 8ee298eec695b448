/** The request time-out (`spec: access §9`). */
export const requestMs = 6_000;
/** Calls that move money or keep a card wait for the gateway, whose own patience is longer (`product: Money`). */
export const moneyMs = 60_000;

export function movesMoney({ path, type }: { path: string; type: string }): boolean {
  return type === 'mutation' && /^(?:checkout|billing)\./.test(path);
}

/** A fetch that gives up: without an answer in time it fails as one that never got any. */
export function fetchWithin(ms: number): typeof fetch {
  return (input, init) => {
    const late = new AbortController();
    setTimeout(() => late.abort(new DOMException('No answer in time', 'TimeoutError')), ms);
    const given = init?.signal;
    return fetch(input, { ...init, signal: given ? AbortSignal.any([given, late.signal]) : late.signal });
  };
}
