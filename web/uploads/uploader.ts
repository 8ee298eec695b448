import { messages } from '#shared/messages.ts';
import { mb, mostVideoBytes, videoTypes } from '#shared/uploads.ts';
import { forgetStopped, memoryOf, stoppedUpload } from './kept-uploads.ts';
import { cancelOnServer, senderTo } from './send-with-progress.ts';
import { uploadFile, type UploadProgress, whyFailed } from './upload-file.ts';

export type UploadState =
  | { status: 'idle' }
  | { status: 'uploading'; fileName: string; progress: UploadProgress }
  /** `reason` says more than that it failed. */
  | { status: 'failed'; fileName: string; reason: string; isRefused: boolean }
  | { status: 'done'; url: string };

export type VideoPlace = '/jobs/multimedia/upload' | '/ads/multimedia/upload';

/**
 * The upload of one place, such as a company's new job. It goes on while its screen is left for another, and whoever needs
 * its outcome waits for it.
 */
export type Uploader = ReturnType<typeof createUploader>;

const uploaders = new Map<string, Uploader>();

export function uploaderOf(slot: string, path: VideoPlace): Uploader {
  const known = uploaders.get(slot) ?? createUploader(slot, path);
  uploaders.set(slot, known);
  return known;
}

function createUploader(slot: string, path: VideoPlace) {
  let state: UploadState = { status: 'idle' };
  let stop = new AbortController();
  let chosen: { file: File; onDone: (url: string) => void } | null = null;
  let running: Promise<string | null> | null = null;
  const watchers = new Set<() => void>();
  const set = (next: UploadState) => {
    state = next;
    for (const watcher of watchers) watcher();
  };

  /** The address of what was uploaded; null where that failed or was stopped. */
  const run = async (file: File, onDone: (url: string) => void, signal: AbortSignal): Promise<string | null> => {
    const { name: fileName, size: total } = file;
    const onProgress = (progress: UploadProgress) => !signal.aborted && set({ status: 'uploading', fileName, progress });
    onProgress({ sent: 0, total, partsDone: 0, parts: 1 });
    try {
      const { url } = await uploadFile(file, { send: senderTo(path), memory: memoryOf(slot, file), signal, onProgress });
      if (signal.aborted) return null;
      onDone(url);
      set({ status: 'done', url });
      return url;
    } catch (error) {
      if (!signal.aborted) set({ status: 'failed', fileName, ...whyFailed(error) });
      return null;
    }
  };

  const start = (file: File, onDone: (url: string) => void) => {
    stop.abort();
    stop = new AbortController();
    chosen = { file, onDone };
    const reason = refusalOf(file);
    if (reason) return set({ status: 'failed', fileName: file.name, reason, isRefused: true });
    running = run(file, onDone, stop.signal);
  };

  return {
    state: () => state,
    watch: (watcher: () => void) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    start,
    /** Goes on with what has failed. */
    again: () => {
      if (chosen) start(chosen.file, chosen.onDone);
    },
    /** Stops, and forgets what was sent. */
    cancel: () => {
      stop.abort(new Error('Cancelled'));
      const memory = chosen && memoryOf(slot, chosen.file);
      const uploadId = memory?.read()?.uploadId;
      memory?.clear();
      chosen = null;
      if (uploadId) void cancelOnServer(path, uploadId);
      set({ status: 'idle' });
    },
    /** An upload that a reload stopped. */
    stopped: () => stoppedUpload(slot),
    forgetStopped: (stopped: { key: string; uploadId: string }) => {
      forgetStopped(stopped.key);
      void cancelOnServer(path, stopped.uploadId);
      set({ status: 'idle' });
    },
    /**
     * The address of what is being uploaded, once it is there, also when the field takes it at the same moment; null when
     * nothing was chosen. @throws Error `multimedia upload failed` (`spec: work §4`)
     */
    settled: async (): Promise<string | null> => {
      let url: string | null = null;
      while (state.status === 'uploading') url = (await running) ?? null;
      if (state.status === 'failed') throw new Error(messages.uploadFailed);
      return state.status === 'done' ? state.url : url;
    },
    /** Its outcome has been taken. */
    forget: () => {
      if (state.status === 'done') set({ status: 'idle' });
    },
  };
}

/** What the server would refuse, said before anything is sent. */
function refusalOf({ type, size }: File): string | null {
  if (!(videoTypes as readonly string[]).includes(type)) return 'Use an MP4 or WebM video';
  if (size === 0) return 'The file is empty';
  return size > mostVideoBytes ? `Use a video up to ${mostVideoBytes / mb / 1024} GB` : null;
}
