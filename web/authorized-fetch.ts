import { messages } from '#shared/messages.ts';
import { freshToken, refresh } from './refresh.ts';
import { accessToken, expireSession } from './session.ts';

type Request = { method?: 'GET'; body?: FormData | string; headers?: Record<string, string>; signal?: AbortSignal };

/**
 * A call of the REST door, for what tRPC does not carry: files. One refresh and one retry on a 401, as everywhere
 * (`spec: access §4`). @throws Error with words for the user
 */
export async function sendForm<Data>(path: string, body: FormData): Promise<Data> {
  const response = await post(path, { body });
  const answer = (await response.json().catch(() => null)) as { data?: Data; message?: string } | null;
  if (!response.ok || !answer?.data) throw new Error(answer?.message ?? messages.internal);
  return answer.data;
}

/** Asks for a file, which is still on its way. @throws Error with words for the user */
export async function askForFile(path: string, input: object, signal: AbortSignal): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fileOf(await post(path, { body: JSON.stringify(input), headers, signal }));
}

/** The same for a file that has an address of its own. */
export async function readFile(path: string): Promise<Blob> {
  const response = await fileOf(await post(path, { method: 'GET' }));
  return response.blob();
}

async function fileOf(response: Response): Promise<Response> {
  if (response.ok) return response;
  const answer = (await response.json().catch(() => null)) as { message?: string } | null;
  throw new Error(answer?.message ?? messages.internal);
}

function post(path: string, request: Request): Promise<Response> {
  return authorized((token) => send(path, request, token));
}

/** A call with the access token, once more with a new one when the first was over. Refused for good, the session ends. */
export async function authorized(call: (token: string | null) => Promise<Response>): Promise<Response> {
  const used = await freshToken();
  const first = await call(used);
  if (first.status !== 401) return first;
  const outcome = await refresh(used);
  if (outcome === 'renewed') return call(accessToken());
  if (outcome === 'refused') expireSession();
  return first;
}

async function send(path: string, { headers = {}, ...request }: Request, token: string | null): Promise<Response> {
  const all = token ? { ...headers, authorization: `Bearer ${token}` } : headers;
  const response = await fetch(`/api/1.0${path}`, { method: 'POST', ...request, headers: all }).catch(() => null);
  if (!response) throw new Error(messages.noConnection);
  return response;
}
