import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withoutUploadKeys } from '#shared/upload-keys.ts';
import { mb } from '#shared/uploads.ts';
import { type CrashFixture, openCrashFixture } from '#tests/helpers/crash-world.ts';
import { makeMp4 } from '#tests/helpers/videos.ts';

let world: CrashFixture;
beforeAll(async () => {
  world = await openCrashFixture();
});
afterAll(() => world.close());

const content = makeMp4(11 * mb + 12);
const partOf = (number: number) => content.subarray((number - 1) * 5 * mb, number * 5 * mb);

async function send(url: string, fields: Record<string, string>, file?: Uint8Array<ArrayBuffer>) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  if (file) body.append('file', new Blob([file]), 'film.mp4');
  const headers = { authorization: `Bearer ${world.token}` };
  const answer = await fetch(`${url}/api/1.0/jobs/multimedia/upload`, { method: 'POST', headers, body });
  const answered = JSON.parse(withoutUploadKeys(await answer.text())) as {
    data: { upload_id: string; etag: string; url: string };
  };
  return answered.data;
}

it('a server that is killed between the parts of an upload, and in the middle of one, goes on with it', async () => {
  const before = await world.start();
  const size = String(content.length);
  const { upload_id } = await send(before.url, { stage: 'start', file_name: 'film.mp4', size, mime: 'video/mp4' });
  const chunk = (url: string, number: number) =>
    send(url, { stage: 'chunk', upload_id, part_number: String(number), file_name: 'film.mp4' }, new Uint8Array(partOf(number)));
  const first = await chunk(before.url, 1);
  const lost = chunk(before.url, 2).catch(() => null);
  await before.kill();
  const second = await lost;
  const after = await world.start();
  const etags = [first.etag, (second ?? (await chunk(after.url, 2))).etag, (await chunk(after.url, 3)).etag];
  const parts = JSON.stringify(etags.map((etag, n) => ({ part_number: n + 1, etag })));
  const finish = () => send(after.url, { stage: 'finish', upload_id, file_name: 'film.mp4', parts });
  const { url } = await finish();
  expect(await finish()).toMatchObject({ url });
  const stored = await fetch(after.url + url, { headers: { authorization: `Bearer ${world.token}` } });
  const hash = createHash('sha256').update(new Uint8Array(await stored.arrayBuffer()));
  expect(hash.digest('hex')).toBe(createHash('sha256').update(content).digest('hex'));
  await after.stop();
});
