import { expect, test } from 'vitest';
import { detectKind } from '#server/media/upload.ts';
import { assertVideoStructure } from '#server/media/video-structure.ts';
import { makeMp4, makeWebm } from '#tests/helpers/videos.ts';

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

const box = (type: string, content: Buffer) => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
};

test.each<[string, Buffer]>([
  ['the box of a Samsung phone', box('sefd', Buffer.from('SEFH 2 Image_UTC_Data'))],
  ['the box of a dashcam', box('beam', Buffer.alloc(40, 7))],
  ['a box of GPS points', box('gps ', Buffer.alloc(64, 1))],
  ['a box with the copyright sign', box('\xa9xyz', Buffer.from('+41.25-095.93/'))],
  ['a few zeros', Buffer.alloc(5)],
  ['many zeros', Buffer.alloc(300_000)],
  ['a box and zeros', Buffer.concat([box('sefd', Buffer.alloc(9, 1)), Buffer.alloc(16)])],
])('a video of a phone or camera with %s at its end passes', async (_what, end) => {
  await expect(check('video/mp4', Buffer.concat([mp4, end]))).resolves.toBeUndefined();
});

test.each(['XAVC', '3gp4', '3gp5', '3g2a', 'M4VP', 'M4V ', 'mp42', 'iso6', 'F4V '])('the brand %s is a video', (brand) => {
  expect(detectKind(makeMp4(500, { brand }).subarray(0, 64))).toMatchObject({ mime: 'video/mp4' });
});

test.each(['heic', 'mif1', 'avif', 'jp2 ', 'qt  '])('the brand %s is no video that browsers play', (brand) => {
  expect(detectKind(makeMp4(500, { brand }).subarray(0, 64))).toBeNull();
});

const ftyp = mp4.subarray(0, 24);
test.each<[string, string, Buffer]>([
  ['the first bytes of a video and a program', 'video/mp4', Buffer.concat([ftyp, Buffer.from('MZ this is not a video')])],
  ['only the first bytes', 'video/mp4', ftyp],
  ['a video that was cut off', 'video/mp4', mp4.subarray(0, -1)],
  ['something after the video', 'video/mp4', Buffer.concat([mp4, Buffer.from('MZ\0\0\0\0\0\0')])],
  ['a program after zeros', 'video/mp4', Buffer.concat([mp4, Buffer.alloc(20_000), Buffer.from('MZ this is not a video')])],
  ['a box without a name', 'video/mp4', Buffer.concat([mp4, box('\x01\x02\x03\x04', Buffer.from('MZ'))])],
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
