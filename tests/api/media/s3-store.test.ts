import { afterEach, describe, expect, it } from 'vitest';
import { createS3Store } from '#server/media/s3-store.ts';
import { type FakeAnswer, startFakeS3 } from '#tests/helpers/s3.ts';

let close = () => {};
afterEach(() => close());

async function storeAnswering(answer: (method: string, url: URL) => FakeAnswer) {
  const strict = await startFakeS3(answer);
  ({ close } = strict);
  return { store: createS3Store(strict.settings), asked: strict.requests };
}

const staged = { key: 'a-random-name.mp4', storeId: 'their-mark' };
const parts = [{ partNumber: 1, etag: 'one', bytes: 10 }];
const refusal = (code: string, status = 400) => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No</Message></Error>`,
});

describe('a bucket', () => {
  it('aborts an upload, which may be gone already', async () => {
    let times = 0;
    const { store, asked } = await storeAnswering(() => (times++ === 0 ? { status: 204 } : refusal('NoSuchUpload', 404)));
    await store.abort(staged);
    await store.abort(staged);
    expect(asked).toEqual(Array(2).fill('DELETE /media/a-random-name.mp4?uploadId=their-mark'));
  });

  it.each([
    ['refuses small parts', refusal('EntityTooSmall')],
    ['refuses an etag', refusal('InvalidPart')],
    ['says 200 and means no', refusal('InternalError', 200)],
  ])('that %s has finished nothing', async (_what, answer) => {
    const { store } = await storeAnswering((method) => (method === 'POST' ? answer : { status: 404 }));
    await expect(store.finish(staged, parts)).rejects.toThrow(Error);
  });

  it('that another request is finishing has the file a little later', async () => {
    let looks = 0;
    const { store } = await storeAnswering((method) => {
      if (method === 'POST') return refusal('NoSuchUpload', 404);
      return ++looks < 3 ? { status: 404 } : { status: 200, headers: { 'content-length': '10' } };
    });
    await store.finish(staged, parts);
    expect(looks).toBe(3);
  });

  it('that had finished before has the file', async () => {
    const there = { status: 200, headers: { 'content-length': '10' } };
    const { store } = await storeAnswering((method) => (method === 'POST' ? refusal('NoSuchUpload', 404) : there));
    await expect(store.finish(staged, parts)).resolves.toBeUndefined();
  });

  it('that sends us elsewhere is not followed', async () => {
    const otherServer = await startFakeS3(() => ({ status: 200, headers: { 'content-length': '10' } }));
    try {
      const location = `${otherServer.settings.url}/media/a-random-name.mp4`;
      const { store } = await storeAnswering(() => ({ status: 307, headers: { location } }));
      await expect(store.read(staged.key)).rejects.toThrow(Error);
      await expect(store.put(staged.key, Buffer.from('a film'), 'video/mp4')).rejects.toThrow(Error);
      expect(otherServer.requests).toEqual([]);
    } finally {
      otherServer.close();
    }
  });

  it('that gives other bytes than were asked for is not believed', async () => {
    const { store } = await storeAnswering(() => ({ status: 206, body: 'the whole file' }));
    await expect(store.read(staged.key, { from: 0, to: 0 })).rejects.toThrow('other bytes');
  });

  it('that lacks a file says so, and that fails does not', async () => {
    const { store } = await storeAnswering((method) => (method === 'HEAD' ? { status: 404 } : refusal('NoSuchKey', 404)));
    expect([await store.size(staged.key), await store.read(staged.key)]).toEqual([null, null]);
    close();
    const broken = await storeAnswering(() => ({ status: 503 }));
    await expect(broken.store.size(staged.key)).rejects.toThrow(Error);
    await expect(broken.store.check()).rejects.toThrow(Error);
  });
});
