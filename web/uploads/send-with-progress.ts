import { authorized } from '#web/authorized-fetch.ts';
import { RefusedUpload, type Send } from './upload-file.ts';

/** Sends an upload's requests to a path of the REST door: with XMLHttpRequest, which alone tells how much has gone. */
export function senderTo(path: string): Send {
  return async (form, { signal, onSent }) => {
    const response = await authorized((token) => post(`/api/1.0${path}`, { form, token, signal, onSent }));
    const answer = (await response.json().catch(() => null)) as { data?: unknown; message?: string } | null;
    if (!response.ok || !answer?.data) throw new RefusedUpload(response.status, answer?.message ?? '');
    return answer.data as never;
  };
}

type Request = { form: FormData; token: string | null; signal: AbortSignal; onSent: (bytes: number) => void };

function post(url: string, { form, token, signal, onSent }: Request): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener('abort', abort, { once: true });
    request.upload.addEventListener('progress', (event) => onSent(event.loaded));
    request.addEventListener('load', () => resolve(new Response(request.responseText, { status: request.status })));
    request.addEventListener('error', () => reject(new TypeError('Connection lost')));
    request.addEventListener('abort', () => reject(signal.reason));
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort));
    request.open('POST', url);
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.send(form);
  });
}

/** Has the server forget an upload that is not finished; what it does not hear of it sweeps after a day. */
export async function cancelOnServer(path: string, uploadId: string): Promise<void> {
  const url = `/api/1.0${path.replace(/\/upload$/, '/delete')}/${uploadId}`;
  await authorized((token) => fetch(url, { method: 'DELETE', headers: token ? { authorization: `Bearer ${token}` } : {} })).catch(
    () => null,
  );
}
