import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny';
import { expect, test } from 'vitest';
import { detectKind } from '#server/media/upload.ts';
import { assertVideoStructure } from '#server/media/video-structure.ts';
import {
  makeBox,
  makeElement,
  makeFtyp,
  makeMovie,
  makeMp4,
  makeWebm,
  makeWebmHeader,
  makeWebmPicture,
  makeWebmTracks,
  onePicture,
  type PictureTables,
  uint,
  unknownLength,
} from '#tests/helpers/videos.ts';

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

test.each<[string, Buffer]>([
  ['the box of a Samsung phone', makeBox('sefd', Buffer.from('SEFH 2 Image_UTC_Data'))],
  ['the box of a dashcam', makeBox('beam', Buffer.alloc(40, 7))],
  ['a box of GPS points', makeBox('gps ', Buffer.alloc(64, 1))],
  ['a box with the copyright sign', makeBox('\xa9xyz', Buffer.from('+41.25-095.93/'))],
  ['a few zeros', Buffer.alloc(5)],
  ['many zeros', Buffer.alloc(300_000)],
  ['a box and zeros', Buffer.concat([makeBox('sefd', Buffer.alloc(9, 1)), Buffer.alloc(16)])],
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
  ['a box without a name', 'video/mp4', Buffer.concat([mp4, makeBox('\x01\x02\x03\x04', Buffer.from('MZ'))])],
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

/** Writes two seconds of a video as a program does that records or exports one. */
async function writeVideo(format: OutputFormat): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const source = new EncodedVideoPacketSource('vp8');
  output.addVideoTrack(source);
  await output.start();
  const meta = { decoderConfig: { codec: 'vp8', codedWidth: 64, codedHeight: 48 } };
  for (let index = 0; index < 20; index += 1)
    await source.add(new EncodedPacket(Buffer.alloc(50, index), index % 10 ? 'delta' : 'key', index / 10, 0.1), meta);
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer());
}

test.each<[string, OutputFormat]>([
  ['an MP4 with its table at the end', new Mp4OutputFormat({ fastStart: false })],
  ['an MP4 with its table at the start', new Mp4OutputFormat({ fastStart: 'in-memory' })],
  ['an MP4 in fragments', new Mp4OutputFormat({ fastStart: 'fragmented', minimumFragmentDuration: 0.5 })],
  ['a WebM', new WebMOutputFormat()],
  ['a WebM of a stream', new WebMOutputFormat({ appendOnly: true })],
])('%s passes as a program writes it', async (_what, format) => {
  const video = await writeVideo(format);
  await expect(check(format.mimeType, video)).resolves.toBeUndefined();
});

const makeMovieLast = (between: Buffer, tables: Partial<PictureTables> = {}) => {
  const ftyp = makeFtyp('mp42');
  const picturesAt = ftyp.length + between.length + 8;
  const movie = makeMovie({ ...onePicture, picturesAt, ...tables });
  return Buffer.concat([ftyp, between, makeBox('mdat', Buffer.alloc(64, 3)), movie]);
};

test.each<[string, Buffer]>([
  ['a wide box', makeBox('wide')],
  ['free space', makeBox('free', Buffer.alloc(400))],
  ['a box of a maker', makeBox('uuid', Buffer.alloc(48, 9))],
  ['boxes of an action camera', Buffer.concat([makeBox('GPRO', Buffer.alloc(12)), makeBox('gpmd', Buffer.alloc(30, 2))])],
  ['a box with a long length', Buffer.concat([uint(1), Buffer.from('junk'), uint(0), uint(24), Buffer.alloc(8)])],
])('an MP4 with %s and its table at the end passes', async (_what, between) => {
  await expect(check('video/mp4', makeMovieLast(between))).resolves.toBeUndefined();
});

test('a WebM of a browser that records passes, with clusters of no stated length and parts of its own', async () => {
  const openElement = (id: string, ...parts: Buffer[]) => Buffer.concat([Buffer.from(id, 'hex'), unknownLength, ...parts]);
  const clusters = [0, 1000, 2000].map((time) => openElement('1f43b675', makeWebmPicture(time)));
  const signature = makeElement('1b538667', Buffer.alloc(10));
  const video = Buffer.concat([makeWebmHeader(), openElement('18538067', makeWebmTracks(), signature, ...clusters)]);
  await expect(check('video/webm', video)).resolves.toBeUndefined();
});

const none = Buffer.alloc(0);
const manyPictures = Buffer.concat([uint(1), uint(0xffffffff), uint(1)]);
const nested = Array.from({ length: 3000 }).reduce<Buffer>((inner) => makeBox('mdia', inner), none);

test.each<[string, string, Buffer]>([
  ['an MP4 whose picture is after its end', 'video/mp4', makeMovieLast(none, { picturesAt: 1_000_000 })],
  ['an MP4 whose table has no picture', 'video/mp4', makeMovieLast(none, { times: uint(0) })],
  [
    'an MP4 of a track without tables',
    'video/mp4',
    Buffer.concat([makeFtyp(), makeBox('mdat', none), makeBox('moov', makeBox('trak'))]),
  ],
  [
    'an MP4 with a picture as long as a disk',
    'video/mp4',
    makeMovieLast(none, { sizes: Buffer.concat([uint(0xffffffff), uint(1)]) }),
  ],
  [
    'an MP4 that names four billion pictures in a few bytes',
    'video/mp4',
    makeMovieLast(none, { times: manyPictures, moreTables: [makeBox('ctts', uint(0), manyPictures)] }),
  ],
  [
    'an MP4 of nested boxes',
    'video/mp4',
    Buffer.concat([makeFtyp(), makeBox('mdat', none), makeBox('moov', makeBox('trak', nested))]),
  ],
  [
    'an MP4 with a box as long as all disks',
    'video/mp4',
    Buffer.concat([makeFtyp(), uint(1), Buffer.from('mdat'), Buffer.alloc(8, 255), Buffer.alloc(64)]),
  ],
  ['a WebM without pictures', 'video/webm', Buffer.concat([makeWebmHeader(), makeElement('18538067', makeWebmTracks())])],
])('%s is refused', async (_what, mime, file) => {
  await expect(check(mime, file)).rejects.toMatchObject(refusal);
});

const twoSizes = Buffer.concat([uint(0), uint(2), uint(4), uint(4)]);
test.each<[string, string, Buffer]>([
  [
    'an MP4 with four billion pictures in a chunk',
    'video/mp4',
    makeMovieLast(none, { sizes: twoSizes, chunkLength: 0xffffffff }),
  ],
  ['a WebM of random bytes', 'video/webm', Buffer.concat([makeWebmHeader(), makeElement('18538067', Buffer.alloc(5000, 0x1f))])],
])('%s, which would be read for ages, is refused, and the next one is read', async (_what, mime, file) => {
  const read = (from: number, to: number) => Promise.resolve(file.subarray(from, to + 1));
  await expect(assertVideoStructure(mime, file.length, read, 0.2)).rejects.toMatchObject(refusal);
  await expect(check('video/mp4', mp4)).resolves.toBeUndefined();
});

test('a file that waits behind a harmful one is read after it', async () => {
  const harmful = makeMovieLast(none, { sizes: twoSizes, chunkLength: 0xffffffff });
  const read = (from: number, to: number) => Promise.resolve(harmful.subarray(from, to + 1));
  const outcomes = await Promise.allSettled([
    assertVideoStructure('video/mp4', harmful.length, read, 0.2),
    check('video/mp4', mp4),
  ]);
  expect(outcomes).toMatchObject([{ status: 'rejected', reason: refusal }, { status: 'fulfilled' }]);
});

test('more files than may wait are told to come back', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const waiting = async (from: number, to: number) => {
    if (to - from > 20) await gate;
    return mp4.subarray(from, to + 1);
  };
  const files = Array.from({ length: 12 }, () => assertVideoStructure('video/mp4', mp4.length, waiting));
  const refused = await Promise.race(files.map((file) => file.catch((error: unknown) => error)));
  expect(refused).toMatchObject({ code: 'too_many', retryAfter: expect.any(Number) });
  open();
  const outcomes = await Promise.allSettled(files);
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(6);
});

test('a long table is not read into memory', async () => {
  const tableBytes = 500 * 1024 * 1024;
  const start = Buffer.concat([makeFtyp(), makeBox('mdat', none), uint(tableBytes), Buffer.from('moov')]);
  const lengths: number[] = [];
  const read = (from: number, to: number) => {
    lengths.push(to - from + 1);
    const content = Buffer.alloc(to - from + 1);
    start.copy(content, 0, Math.min(from, start.length));
    return Promise.resolve(content);
  };
  const bytes = start.length - 8 + tableBytes;
  await expect(assertVideoStructure('video/mp4', bytes, read)).rejects.toMatchObject(refusal);
  expect(Math.max(...lengths)).toBeLessThan(1024 * 1024);
});

test('a store that fails is no damaged video', async () => {
  const error = new Error('the store is down');
  const failing = (from: number, to: number) =>
    to - from < 20 ? Promise.resolve(mp4.subarray(from, to + 1)) : Promise.reject(error);
  await expect(assertVideoStructure('video/mp4', mp4.length, failing)).rejects.toBe(error);
});
