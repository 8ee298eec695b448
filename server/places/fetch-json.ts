const timeoutMs = 4000;
const mostCharacters = 1_000_000;

/** The places service could not be asked, or did not answer in its own form. */
export class PlacesUnavailable extends Error {}

/** Asks an outside service: no redirects, a time-out, a bounded answer. @throws PlacesUnavailable */
export async function fetchJson(url: string, init: RequestInit = {}): Promise<unknown> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) throw new PlacesUnavailable(`${new URL(url).host} answered ${response.status}`);
    const text = await response.text();
    if (text.length > mostCharacters) throw new PlacesUnavailable(`${new URL(url).host} answered too much`);
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof PlacesUnavailable) throw error;
    throw new PlacesUnavailable(`${new URL(url).host} could not be asked`, { cause: error });
  }
}
