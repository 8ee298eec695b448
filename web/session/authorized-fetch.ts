import { withoutUploadKeys } from '#shared/upload-keys.ts';
import { t } from '#web/texts/app.ts';
import { handleEndedSession } from './impersonation-state.ts';
import { freshToken, refresh } from './refresh.ts';
import { accessToken } from './session.ts';
import { askToConfirm } from './step-up.ts';

type Request = { method?: 'GET'; body?: FormData | string; headers?: Record<string, string>; signal?: AbortSignal };

/**
 * Uploads a form with a file to the REST API, because tRPC does not transfer files. On a 401 it refreshes the token and
 * retries once (`docs/product/access.md#sessions`).
 * @throws Error with a message for the user
 */
export async function sendForm<Data>(path: string, body: FormData): Promise<Data> {
  return answerOfForm(await post(path, { body }));
}

/**
 * Uploads a form with a file for a person without a session. A 401 is about what the form proves, so it ends no session.
 * @throws Error with a message for the user
 */
export async function sendFormAsVisitor<Data>(path: string, body: FormData): Promise<Data> {
  return answerOfForm(await send(path, { body }, null));
}

async function answerOfForm<Data>(response: Response): Promise<Data> {
  const answer = await readUploadAnswer<Data>(response);
  if (!response.ok || !answer?.data) throw new Error(answer?.message ?? t('ui.internalError'));
  return answer.data;
}

/** The answer to an upload, with the plain URL of the file. Null if it is not readable. */
export async function readUploadAnswer<Data>(response: Response): Promise<{ data?: Data; message?: string } | null> {
  const body = await response.text();
  try {
    return JSON.parse(withoutUploadKeys(body)) as { data?: Data; message?: string } | null;
  } catch {
    return null;
  }
}

/**
 * Requests a file and returns the response as soon as its headers have arrived.
 * @throws Error with a message for the user
 */
export async function askForFile(path: string, input: object, signal: AbortSignal): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fileOf(await post(path, { body: JSON.stringify(input), headers, signal }));
}

/** Downloads a file that has its own URL. */
export async function readFile(path: string): Promise<Blob> {
  const response = await fileOf(await post(path, { method: 'GET' }));
  return response.blob();
}

/**
 * Requests a file that needs a recent confirmation of identity. If the server requires it, the person is asked to confirm.
 * @throws Error with a message for the user
 */
export async function askForPrivateFile(path: string): Promise<Response> {
  const first = await post(path, {});
  if (first.status !== 403) return fileOf(first);
  const answer = (await first
    .clone()
    .json()
    .catch(() => null)) as { errors?: { code?: string }[] } | null;
  if (answer?.errors?.[0]?.code !== 'step_up_required' || !(await askToConfirm())) return fileOf(first);
  return fileOf(await post(path, {}));
}

async function fileOf(response: Response): Promise<Response> {
  if (response.ok) return response;
  const answer = (await response.json().catch(() => null)) as { message?: string } | null;
  throw new Error(answer?.message ?? t('ui.internalError'));
}

function post(path: string, request: Request): Promise<Response> {
  return authorized((token) => send(path, request, token));
}

/**
 * Sends a call with the access token. On a 401 it refreshes the token and sends the call once more. If the refresh is
 * rejected, the session or the impersonation ends.
 */
export async function authorized(call: (token: string | null) => Promise<Response>): Promise<Response> {
  const used = await freshToken();
  const first = await call(used);
  if (first.status !== 401) return first;
  const outcome = await refresh(used);
  if (outcome === 'renewed') return call(accessToken());
  if (outcome === 'refused') handleEndedSession();
  return first;
}

async function send(path: string, { headers = {}, ...request }: Request, token: string | null): Promise<Response> {
  const all = token ? { ...headers, authorization: `Bearer ${token}` } : headers;
  const response = await fetch(`/api/1.0${path}`, { method: 'POST', ...request, headers: all }).catch(() => null);
  if (!response) throw new Error(t('ui.noConnection'));
  return response;
}
