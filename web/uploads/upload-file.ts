import { partSizeOf, minMultipartBytes } from '#shared/uploads.ts';

export type UploadProgress = { sent: number; total: number; partsDone: number; parts: number };
export type Uploaded = { id: string; url: string };

/**
 * Sends one request of the upload.
 * @throws UploadRefusedError if the server rejects it; any other error if there was no response
 */
export type Send = <Data>(form: FormData, options: { signal: AbortSignal; onSent: (bytes: number) => void }) => Promise<Data>;

/** The parts that the server already has, remembered across failures and reloads. */
export type ResumableUpload = { uploadId: string; parts: { part_number: number; etag: string }[] };
export type UploadStorage = { read: () => ResumableUpload | null; write: (stored: ResumableUpload) => void; clear: () => void };

export class UploadRefusedError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

type Options = {
  send: Send;
  storage: UploadStorage;
  signal: AbortSignal;
  onProgress: (progress: UploadProgress) => void;
  pauseMs?: number;
};

const maxParallel = 3;

/**
 * Uploads a file in one request or in parts, several at a time, and retries each step once
 * (`docs/product/jobs.md#job-media`). A later attempt does not send the finished parts again.
 */
export async function uploadFile(file: File, options: Options): Promise<Uploaded> {
  if (file.size < minMultipartBytes) return sendWhole(file, options);
  const stored = options.storage.read();
  try {
    return await sendInParts(file, stored ?? (await begin(file, options)), options);
  } catch (error) {
    // The server has deleted the upload, or it belongs to another person who used this browser.
    const isUnknown = stored && error instanceof UploadRefusedError && [404, 409, 422].includes(error.status);
    if (!isUnknown) throw error;
    options.storage.clear();
    return sendInParts(file, await begin(file, options), options);
  }
}

async function sendWhole(file: File, options: Options): Promise<Uploaded> {
  const total = file.size;
  const onSent = (sent: number) =>
    options.onProgress({ sent: Math.min(sent, total), total, partsDone: sent < total ? 0 : 1, parts: 1 });
  onSent(0);
  return step(options, options.signal, () => formOf({ stage: 'simple' }, file, file.name), onSent);
}

async function begin(file: File, options: Options): Promise<ResumableUpload> {
  const fields = { stage: 'start', file_name: file.name, size: String(file.size), mime: file.type };
  const { upload_id } = await step<{ upload_id: string }>(options, options.signal, () => formOf(fields));
  const stored = { uploadId: upload_id, parts: [] };
  options.storage.write(stored);
  return stored;
}

async function sendInParts(file: File, stored: ResumableUpload, options: Options): Promise<Uploaded> {
  const size = partSizeOf(file.size);
  const count = Math.ceil(file.size / size);
  const partOf = (number: number) => file.slice((number - 1) * size, number * size);
  const uploadedParts = new Map(stored.parts.map((part) => [part.part_number, part]));
  const pendingParts = Array.from({ length: count }, (_, n) => n + 1).filter((number) => !uploadedParts.has(number));
  const sent = new Map([...uploadedParts.keys()].map((number) => [number, partOf(number).size]));
  const reportProgress = () =>
    options.onProgress({
      sent: [...sent.values()].reduce((sum, bytes) => sum + bytes, 0),
      total: file.size,
      partsDone: uploadedParts.size,
      parts: count,
    });
  const sortedParts = () => [...uploadedParts.values()].sort((a, b) => a.part_number - b.part_number);
  const ended = new AbortController();
  const signal = AbortSignal.any([options.signal, ended.signal]);
  const sendPending = async () => {
    for (let number = pendingParts.shift(); number; number = pendingParts.shift()) {
      const part = partOf(number);
      const partNumber = number;
      const onSent = (bytes: number) => {
        sent.set(partNumber, Math.min(bytes, part.size));
        reportProgress();
      };
      const fields = { stage: 'chunk', upload_id: stored.uploadId, part_number: String(number), file_name: file.name };
      const { etag } = await step<{ etag: string }>(options, signal, () => formOf(fields, part, file.name), onSent);
      uploadedParts.set(number, { part_number: number, etag });
      options.storage.write({ uploadId: stored.uploadId, parts: sortedParts() });
      onSent(part.size);
    }
  };
  reportProgress();
  try {
    await Promise.all(Array.from({ length: maxParallel }, sendPending));
  } finally {
    ended.abort();
  }
  const fields = { stage: 'finish', upload_id: stored.uploadId, file_name: file.name, parts: JSON.stringify(sortedParts()) };
  const uploaded = await step<Uploaded>(options, options.signal, () => formOf(fields));
  options.storage.clear();
  return uploaded;
}

/** The fields come before the file, because the server needs them when the file arrives. */
function formOf(fields: Record<string, string>, content?: Blob, name?: string): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  if (content) form.append('file', content, name);
  return form;
}

/** Sends a request and repeats it once unless the server rejected it (`docs/product/jobs.md#job-media`). */
async function step<Data>(
  { send, pauseMs = 1000 }: Options,
  signal: AbortSignal,
  form: () => FormData,
  onSent: (bytes: number) => void = () => undefined,
): Promise<Data> {
  try {
    return await send<Data>(form(), { signal, onSent });
  } catch (error) {
    if (signal.aborted || isRefusal(error)) throw error;
    onSent(0);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (signal.aborted) throw error;
    return send<Data>(form(), { signal, onSent });
  }
}

/** Whether the server rejected the file. After any other failure, the next attempt may succeed. */
function isRefusal(error: unknown): error is UploadRefusedError {
  return error instanceof UploadRefusedError && error.status < 500 && ![401, 408, 429].includes(error.status);
}
