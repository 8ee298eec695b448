import { z } from 'zod';
import { askOutside } from '#server/outside.ts';
import { GatewayUnavailable } from '#server/gateway/port.ts';

export type CeleroOptions = {
  /** The base URL of `/api` and `/tokenizer`, such as `https://app.example` or `http://localhost:3000/gateway`. */
  url: string;
  /** The private key, `api_…`. */
  apiKey: string;
  timeoutMs: number;
};

/** A refusal in Celero's own words: HTTP 4xx, or a status other than `success`. Nothing was done. */
export class CeleroRefusal extends Error {
  readonly httpStatus: number;

  constructor(httpStatus: number, message: string) {
    super(message);
    this.name = 'CeleroRefusal';
    this.httpStatus = httpStatus;
  }
}

const envelope = z.object({ status: z.string(), msg: z.string().nullish(), data: z.unknown() });
/** Statuses that say nothing about the request itself: a wrong key, too many calls, or a timeout in the gateway. */
const saysNothing = new Set([401, 403, 407, 408, 425, 429]);

/** Statuses after which the request is finished. After a proxy's 502 to 504 it may still be running. */
const isOver = new Set([401, 403, 429, 500, 501]);
const beforeSending = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Calls Celero's API, unwraps the envelope and validates the data. Redirects are not followed. */
export function celeroHttp({ url, apiKey, timeoutMs }: CeleroOptions) {
  const base = `${url.replace(/\/$/, '')}/api`;

  return async function call<T>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    schema: z.ZodType<T>,
    body?: object,
  ): Promise<T> {
    const lost = (what: string, mayStillArrive: boolean, cause?: unknown) =>
      new GatewayUnavailable(`${method} ${path}: ${what}`, { cause, mayStillArrive });
    let status: number;
    let text: string;
    let correlation: string | null;
    try {
      const response = await askOutside(`${base}${path}`, {
        service: url,
        timeoutMs,
        method,
        headers: { authorization: apiKey, accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      status = response.status;
      correlation = response.headers.get('x-correlation-id');
      ({ text } = response);
    } catch (error) {
      throw lost('no answer', !neverLeft(error), error);
    }

    const trace = correlation ? ` (correlation ${correlation})` : '';
    if (status >= 500 || status < 200 || saysNothing.has(status)) throw lost(`answered ${status}${trace}`, !isOver.has(status));
    const answer = envelope.safeParse(parsed(text));
    if (!answer.success) throw lost(`answered ${status} with something else than its envelope${trace}`, true);
    const { status: word, msg, data } = answer.data;
    if (status >= 400 || word !== 'success') throw new CeleroRefusal(status, `${msg ?? word}${trace}`);
    const result = schema.safeParse(data);
    if (!result.success) throw lost(`answered data that cannot be read${trace}`, true, result.error);
    return result.data;
  };
}

/** Whether no connection was made, so that the gateway cannot have seen the request. */
function neverLeft(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' && beforeSending.has(cause.code);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
