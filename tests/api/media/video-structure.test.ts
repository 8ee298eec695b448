import { expect, test } from 'vitest';
import { makeMp4, makeWebm } from '#tests/helpers/videos.ts';
import { assertVideoStructure } from '#server/media/video-structure.ts';

const check = (mime: string, file: Buffer) =>
  assertVideoStructure(mime, file.length, (from, to) => Promise.resolve(file.subarray(from, to + 1)));
const refusal = { code: 'wrong_media_type', field: 'file' };
const mp4 = makeMp4(5000);

test('videos pass, with boxes of any size', async () => {
  await expect(check('video/mp4', mp4)).resolves.toBeUndefined();
  await expect(check('video/webm', makeWebm())).resolves.toBeUndefined();
  const toTheEnd = Buffer.from(mp4);
  toTheEnd.writeUInt32BE(0, mp4.indexOf('mdat') - 4);
  await expect(check('video/mp4', toTheEnd)).resolves.toBeUndefined();
});

test('a WebM that was recorded live states no length of its segment', async () => {
  const live = makeWebm();
  const at = live.indexOf(Buffer.from('18538067', 'hex')) + 4;
  live.writeUInt32BE(0x1fffffff, at);
  await expect(check('video/webm', live)).resolves.toBeUndefined();
  const padded = Buffer.concat([makeWebm(), Buffer.from([0xec, 0x82, 0, 0])]);
  await expect(check('video/webm', padded)).resolves.toBeUndefined();
});

const ftyp = mp4.subarray(0, 24);
test.each<[string, string, Buffer]>([
  ['the first bytes of a video and a program', 'video/mp4', Buffer.concat([ftyp, Buffer.from('MZ this is not a video')])],
  ['only the first bytes', 'video/mp4', ftyp],
  ['a video that was cut off', 'video/mp4', mp4.subarray(0, -1)],
  ['something after the video', 'video/mp4', Buffer.concat([mp4, Buffer.from('MZ\0\0\0\0\0\0')])],
  ['a box of a length that cannot be', 'video/mp4', Buffer.concat([ftyp, Buffer.from([0, 0, 0, 3]), Buffer.from('mdat')])],
  ['a video without a track', 'video/mp4', Buffer.from(mp4.toString('latin1').replace('vide', 'soun'), 'latin1')],
  ['a video without pictures', 'video/mp4', Buffer.from(mp4.toString('latin1').replace('mdat', 'free'), 'latin1')],
  ['a WebM with sound only', 'video/webm', makeWebm({ trackType: 2 })],
  ['a WebM that was cut off', 'video/webm', makeWebm().subarray(0, -3)],
  ['something after the WebM', 'video/webm', Buffer.concat([makeWebm(), Buffer.from('MZ this')])],
  ['a header of zeros', 'video/webm', Buffer.alloc(64)],
])('%s does not', async (_what, mime, file) => {
  await expect(check(mime, file)).rejects.toMatchObject(refusal);
});
