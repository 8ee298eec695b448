import * as z from 'zod/mini';
import { dayMs } from '#shared/days.ts';
import { mb, maxVideoBytes, videoTypes } from '#shared/uploads.ts';
import { stored } from '#web/browser/stored.ts';
import { authorized, readUploadAnswer } from '#web/session/authorized-fetch.ts';
import { t } from '#web/texts/app.ts';
import { uploadFile, type UploadProgress, type UploadStorage, UploadRefusedError, type Send } from './upload-file.ts';

/** An upload that a reload or a failure interrupted. Choosing the same file again resumes it. The server deletes it after a day. */
const uploadSchema = z.object({
  uploadId: z.string(),
  parts: z.array(z.object({ part_number: z.number(), etag: z.string() })),
  fileName: z.string(),
  size: z.number(),
  at: z.number(),
});
const uploadStore = stored('upload', uploadSchema, { until: ({ at }) => at + dayMs });

/** Files with the same name, size and modification date count as the same file. */
const ownerOf = (slot: string, { name, size, lastModified }: File) => `${slot}:${name}:${size}:${lastModified}`;

function memoryOf(slot: string, file: File): UploadStorage {
  const owner = ownerOf(slot, file);
  return {
    read: () => uploadStore.read(owner),
    write: (progress) => uploadStore.write({ ...progress, fileName: file.name, size: file.size, at: Date.now() }, owner),
    clear: () => uploadStore.clear(owner),
  };
}

/** Finds the interrupted upload of a field. */
function stoppedUpload(slot: string) {
  const found = uploadStore.find(`${slot}:`).at(-1);
  return found ? { ...found.value, owner: found.owner } : null;
}

export type UploadState =
  | { status: 'idle' }
  | { status: 'uploading'; fileName: string; progress: UploadProgress }
  /** `reason` explains the failure. */
  | { status: 'failed'; fileName: string; reason: string; isRefused: boolean }
  | { status: 'done'; url: string };

export type VideoPlace = '/jobs/multimedia/upload' | '/ads/multimedia/upload';

/**
 * The upload of one field, such as the video of a company's new job. It continues when the user leaves the screen, and code
 * that needs its result can wait for it.
 */
export type Uploader = ReturnType<typeof createUploader>;

const uploaders = new Map<string, Uploader>();

export function uploaderOf(slot: string, path: VideoPlace): Uploader {
  const uploader = uploaders.get(slot) ?? createUploader(slot, path);
  uploaders.set(slot, uploader);
  return uploader;
}

function createUploader(slot: string, path: VideoPlace) {
  let state: UploadState = { status: 'idle' };
  let stop = new AbortController();
  let selection: { file: File; onDone: (url: string) => void } | null = null;
  let running: Promise<string | null> | null = null;
  const listeners = new Set<() => void>();
  const set = (next: UploadState) => {
    state = next;
    for (const listener of listeners) listener();
  };

  /** Resolves to the URL of the uploaded file, or to null if the upload failed or was canceled. */
  const run = async (file: File, onDone: (url: string) => void, signal: AbortSignal): Promise<string | null> => {
    const { name: fileName, size: total } = file;
    const onProgress = (progress: UploadProgress) => !signal.aborted && set({ status: 'uploading', fileName, progress });
    onProgress({ sent: 0, total, partsDone: 0, parts: 1 });
    try {
      const { url } = await uploadFile(file, { send: xhrSender(path), storage: memoryOf(slot, file), signal, onProgress });
      if (signal.aborted) return null;
      onDone(url);
      set({ status: 'done', url });
      return url;
    } catch (error) {
      if (!signal.aborted) set({ status: 'failed', fileName, ...failureOf(error) });
      return null;
    }
  };

  const start = (file: File, onDone: (url: string) => void) => {
    stop.abort();
    stop = new AbortController();
    selection = { file, onDone };
    const reason = refusalOf(file);
    if (reason) return set({ status: 'failed', fileName: file.name, reason, isRefused: true });
    running = run(file, onDone, stop.signal);
  };

  return {
    state: () => state,
    watch: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start,
    /** Resumes a failed upload. */
    again: () => {
      if (selection) start(selection.file, selection.onDone);
    },
    /** Cancels the upload and removes what was sent. */
    cancel: () => {
      stop.abort(new Error(t('common.canceled')));
      const memory = selection && memoryOf(slot, selection.file);
      const uploadId = memory?.read()?.uploadId;
      memory?.clear();
      selection = null;
      if (uploadId) void cancelOnServer(path, uploadId);
      set({ status: 'idle' });
    },
    /** Finds the upload that a reload interrupted. */
    stopped: () => stoppedUpload(slot),
    forgetStopped: (stopped: { owner: string; uploadId: string }) => {
      uploadStore.clear(stopped.owner);
      void cancelOnServer(path, stopped.uploadId);
      set({ status: 'idle' });
    },
    /**
     * Waits for the URL of the current upload. Resolves to null if no file was chosen.
     * @throws Error `multimedia upload failed` (`docs/product/jobs.md#posting-a-job`)
     */
    settled: async (): Promise<string | null> => {
      let url: string | null = null;
      while (state.status === 'uploading') url = (await running) ?? null;
      if (state.status === 'failed') throw new Error(t('errors.uploadFailed'));
      return state.status === 'done' ? state.url : url;
    },
    /** Clears the result after it has been used. */
    forget: () => {
      if (state.status === 'done') set({ status: 'idle' });
    },
  };
}

/** Checks a file before it is sent, and returns the reason if the server would reject it. */
function refusalOf({ type, size }: File): string | null {
  if (!Object.hasOwn(videoTypes, type)) return t('uploads.videoTypeUnsupported');
  if (size === 0) return t('errors.fileIsEmpty');
  return size > maxVideoBytes ? t('uploads.videoTooLarge', { gigabytes: maxVideoBytes / mb / 1024 }) : null;
}

/** Sends an upload's requests to the REST API with XMLHttpRequest, because only it reports the progress of sending. */
function xhrSender(path: string): Send {
  return async (form, { signal, onSent }) => {
    const response = await authorized((token) => post(`/api/1.0${path}`, { form, token, signal, onSent }));
    const answer = await readUploadAnswer<unknown>(response);
    if (!response.ok || !answer?.data) throw new UploadRefusedError(response.status, answer?.message ?? '');
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
    request.addEventListener('error', () => reject(new TypeError(t('uploads.connectionLost'))));
    request.addEventListener('abort', () => reject(signal.reason));
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort));
    request.open('POST', url);
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.send(form);
  });
}

/** Asks the server to delete an unfinished upload. If the call fails, the server deletes it after a day. */
async function cancelOnServer(path: string, uploadId: string): Promise<void> {
  const url = `/api/1.0${path.replace(/\/upload$/, '/delete')}/${uploadId}`;
  await authorized((token) => fetch(url, { method: 'DELETE', headers: token ? { authorization: `Bearer ${token}` } : {} })).catch(
    () => null,
  );
}

/** Explains why an upload failed, with the server's message if there is one. */
function failureOf(error: unknown): { reason: string; isRefused: boolean } {
  if (!(error instanceof UploadRefusedError)) return { reason: t('ui.noConnection'), isRefused: false };
  return { reason: error.status < 500 ? error.message : t('ui.internalError'), isRefused: [413, 415].includes(error.status) };
}
