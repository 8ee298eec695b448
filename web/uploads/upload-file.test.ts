import { describe, expect, it, vi } from 'vitest';
import { mb } from '#shared/uploads.ts';
import {
  type ResumableUpload,
  type UploadStorage,
  UploadRefusedError,
  type Send,
  uploadFile,
  type UploadProgress,
} from './upload-file.ts';

type Call = { stage: string; number: number; bytes: number };

/** Stubs a server that records its calls and fails where the test wants it to. */
function server(fails: (call: Call, times: number) => Error | null = () => null) {
  const calls: Call[] = [];
  let running = 0;
  let maxParallel = 0;
  const send: Send = async <Data>(form: FormData, { onSent }: { onSent: (bytes: number) => void }) => {
    const file = form.get('file');
    const stage: unknown = form.get('stage');
    const call = {
      stage: String(stage),
      number: Number(form.get('part_number') ?? 0),
      bytes: file instanceof Blob ? file.size : 0,
    };
    maxParallel = Math.max(maxParallel, ++running);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running -= 1;
    const times = calls.filter(({ stage, number }) => stage === call.stage && number === call.number).length;
    calls.push(call);
    const failure = fails(call, times);
    if (failure) throw failure;
    onSent(call.bytes);
    const answers: Record<string, object> = {
      simple: { id: 'one', url: '/media/one.mp4' },
      start: { upload_id: 'up' },
      chunk: { part_number: call.number, etag: `etag-${call.number}` },
      finish: { id: 'up', url: '/media/up.mp4' },
    };
    return answers[call.stage] as Data;
  };
  return { send, calls, maxParallel: () => maxParallel };
}

function memory(storageStub: ResumableUpload | null = null): UploadStorage & { storedUpload: () => ResumableUpload | null } {
  let now = storageStub;
  return { read: () => now, write: (one) => (now = one), clear: () => (now = null), storedUpload: () => now };
}

const file = (bytes: number) => new File([new Uint8Array(bytes)], 'film.mp4', { type: 'video/mp4' });
const signal = () => new AbortController().signal;
const quiet = { onProgress: () => undefined, pauseMs: 0 };
const numbersOf = (calls: Call[]) => calls.filter(({ stage }) => stage === 'chunk').map(({ number }) => number);

describe('a file', () => {
  it('below 10 MB goes in one request', async () => {
    const { send, calls } = server();
    const uploaded = await uploadFile(file(10 * mb - 1), { send, storage: memory(), signal: signal(), ...quiet });
    expect(uploaded).toEqual({ id: 'one', url: '/media/one.mp4' });
    expect(calls).toEqual([{ stage: 'simple', number: 0, bytes: 10 * mb - 1 }]);
  });

  it('of 10 MB is sent in parts, three at a time, and reports progress', async () => {
    const { send, calls, maxParallel } = server();
    const reports: UploadProgress[] = [];
    const storageStub = memory();
    await uploadFile(file(21 * mb), {
      send,
      storage: storageStub,
      signal: signal(),
      pauseMs: 0,
      onProgress: (one) => reports.push(one),
    });
    expect(calls.map(({ stage }) => stage)).toEqual(['start', 'chunk', 'chunk', 'chunk', 'chunk', 'chunk', 'finish']);
    expect(calls.filter(({ stage }) => stage === 'chunk').map(({ bytes }) => bytes / mb)).toEqual([5, 5, 5, 5, 1]);
    expect(maxParallel()).toBe(3);
    expect(reports.at(0)).toEqual({ sent: 0, total: 21 * mb, partsDone: 0, parts: 5 });
    expect(reports.at(-1)).toEqual({ sent: 21 * mb, total: 21 * mb, partsDone: 5, parts: 5 });
    expect(storageStub.storedUpload()).toBeNull();
  });

  it.each(['start', 'chunk', 'finish', 'simple'])('is retried when the stage %s fails once', async (stage) => {
    const { send, calls } = server((call, times) => (call.stage === stage && times === 0 ? new Error('cut') : null));
    const bytes = stage === 'simple' ? mb : 11 * mb;
    await uploadFile(file(bytes), { send, storage: memory(), signal: signal(), ...quiet });
    expect(calls.filter((call) => call.stage === stage).length).toBe(stage === 'chunk' ? 6 : 2);
  });

  it('that failed resumes from the stored parts', async () => {
    const storageStub = memory();
    const broken = server((call) => (call.number === 2 ? new Error('cut') : null));
    const options = { storage: storageStub, signal: signal(), ...quiet };
    await expect(uploadFile(file(24 * mb), { send: broken.send, ...options })).rejects.toThrow('cut');
    expect(numbersOf(broken.calls).filter((number) => number === 2)).toHaveLength(2);
    const had = storageStub.storedUpload()?.parts.map(({ part_number }) => part_number) ?? [];
    expect(had).toContain(1);
    const serverStub = server();
    await uploadFile(file(24 * mb), { send: serverStub.send, ...options });
    expect([...had, ...numbersOf(serverStub.calls)].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5]);
    expect(serverStub.calls.map(({ stage }) => stage)).not.toContain('start');
  });

  it('that the server has deleted starts again', async () => {
    const storageStub = memory({ uploadId: 'old', parts: [{ part_number: 1, etag: 'etag-1' }] });
    const { send, calls } = server((call, times) =>
      call.stage === 'chunk' && call.number === 2 && times === 0
        ? new UploadRefusedError(404, 'This upload was not found')
        : null,
    );
    await uploadFile(file(11 * mb), { send, storage: storageStub, signal: signal(), ...quiet });
    expect(calls.map(({ stage }) => stage)).toContain('start');
    expect(calls.at(-1)?.stage).toBe('finish');
  });

  it('that is refused is not sent again', async () => {
    const { send, calls } = server(() => new UploadRefusedError(415, 'Use an MP4'));
    await expect(uploadFile(file(mb), { send, storage: memory(), signal: signal(), ...quiet })).rejects.toThrow('Use an MP4');
    expect(calls).toHaveLength(1);
  });

  it('that is cancelled sends nothing more', async () => {
    const stop = new AbortController();
    const { send, calls } = server((call) => {
      if (call.number === 2) stop.abort(new Error('cancelled'));
      return call.number === 2 ? new Error('cancelled') : null;
    });
    const onProgress = vi.fn<() => void>();
    const options = { send, storage: memory(), signal: stop.signal, onProgress, pauseMs: 0 };
    await expect(uploadFile(file(29 * mb), options)).rejects.toThrow('cancelled');
    expect(numbersOf(calls).filter((number) => number === 2)).toHaveLength(1);
    expect(calls.map(({ stage }) => stage)).not.toContain('finish');
  });
});
