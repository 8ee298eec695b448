import { z } from 'zod';
import { GatewayUnavailable } from './port.ts';

export type CeleroOptions = {
  /** The gateway's base address, without `/api`. */
  url: string;
  /** The server's secret key (`api_…`), never the public one. */
  apiKey: string;
  timeoutMs: number;
};

export type Answer = { ok: true; data: unknown } | { ok: false; status: number; message: string };

const envelope = z.object({ status: z.string(), msg: z.string().default(''), data: z.unknown() });

/** Codes that say nothing about the request itself: the gateway cannot be used just now. */
const notAboutTheRequest = new Set([401, 403, 407, 408, 409, 425, 429]);

/**
 * One call of the gateway's JSON interface. `ok: false` is a clear refusal of this request; whatever leaves the
 * outcome open (no connection, time-out, redirect, 5xx, an answer that is not the agreed envelope) throws
 * {@link GatewayUnavailable}.
 */
export async function callCelero(
  options: CeleroOptions,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<Answer> {
  const { status, text, correlation } = await send(options, method, path, body);
  const where = `${method} ${path} answered ${status}${correlation ? ` (correlation ${correlation})` : ''}`;
  if (status >= 500 || notAboutTheRequest.has(status)) throw new GatewayUnavailable(where);

  const answer = readEnvelope(text);
  if (status >= 400) return { ok: false, status, message: answer?.msg ?? '' };
  if (status >= 300 || !answer) throw new GatewayUnavailable(`${where} with an answer that cannot be read`);
  if (answer.status !== 'success') throw new GatewayUnavailable(`${where} with the status ${answer.status}: ${answer.msg}`);
  return { ok: true, data: answer.data };
}

async function send({ url, apiKey, timeoutMs }: CeleroOptions, method: string, path: string, body?: object) {
  try {
    const response = await fetch(`${url.replace(/\/+$/, '')}/api${path}`, {
      method,
      headers: { authorization: apiKey, accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, text: await response.text(), correlation: response.headers.get('x-correlation-id') };
  } catch (cause) {
    throw new GatewayUnavailable(`${method} ${path} got no answer`, { cause });
  }
}

function readEnvelope(text: string) {
  try {
    return envelope.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
