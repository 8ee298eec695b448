import { messages } from '#shared/messages.ts';
import { freshToken, refresh } from './refresh.ts';
import { accessToken, expireSession } from './session.ts';

/**
 * A call of the REST door, for what tRPC does not carry: files. One refresh and one retry on a 401, as everywhere
 * (`spec: access §4`). @throws Error with words for the user
 */
export async function sendForm<Data>(path: string, body: FormData): Promise<Data> {
  const first = await send(path, body, await freshToken());
  const response = first.status === 401 ? await retry(path, body, first) : first;
  const answer = (await response.json().catch(() => null)) as { data?: Data; message?: string } | null;
  if (!response.ok || !answer?.data) throw new Error(answer?.message ?? messages.internal);
  return answer.data;
}

async function send(path: string, body: FormData, token: string | null): Promise<Response> {
  const headers = token ? { authorization: `Bearer ${token}` } : undefined;
  const response = await fetch(`/api/1.0${path}`, { method: 'POST', body, ...(headers ? { headers } : {}) }).catch(() => null);
  if (!response) throw new Error(messages.noConnection);
  return response;
}

async function retry(path: string, body: FormData, refusal: Response): Promise<Response> {
  const outcome = await refresh();
  if (outcome === 'renewed') return send(path, body, accessToken());
  if (outcome === 'refused') expireSession();
  return refusal;
}
