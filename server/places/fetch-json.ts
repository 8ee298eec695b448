import { type Asked, askOutside } from '#server/outside.ts';

const timeoutMs = 4000;

/** The places service could not be asked, or did not answer in its own form. */
export class PlacesUnavailable extends Error {}

/** Asks the places service at `service`. @throws PlacesUnavailable */
export async function fetchJson(service: string, url: string, init: Asked = {}): Promise<unknown> {
  try {
    const { ok, status, text } = await askOutside(url, { ...init, service, timeoutMs });
    if (!ok) throw new PlacesUnavailable(`${new URL(url).host} answered ${status}`);
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof PlacesUnavailable) throw error;
    throw new PlacesUnavailable(`${new URL(url).host} could not be asked`, { cause: error });
  }
}
