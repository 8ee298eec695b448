import { randomBytes } from 'node:crypto';

/** A whole number in so many bytes. */
export const uint = (value: number, bytes = 4): Buffer => {
  const number = Buffer.alloc(bytes);
  number.writeUIntBE(value, 0, bytes);
  return number;
};

export const makeBox = (type: string, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([uint(content.length + 8), Buffer.from(type, 'latin1'), content]);
};

/** A box that begins with a version and flags, both 0. */
const makeFullBox = (type: string, ...parts: Buffer[]) => makeBox(type, Buffer.alloc(4), ...parts);

/** The tables of an MP4 that say where its pictures are. */
export type PictureTables = { times: Buffer; sizes: Buffer; moreTables?: Buffer[]; picturesAt: number; chunkLength?: number };

/** Creates the boxes `moov` of an MP4 with one video track. */
export function makeMovie({ times, sizes, moreTables = [], picturesAt, chunkLength = 1 }: PictureTables): Buffer {
  const size = Buffer.concat([uint(64, 2), uint(48, 2)]);
  const sample = makeBox('avc1', Buffer.alloc(6), uint(1, 2), Buffer.alloc(16), size, Buffer.alloc(50));
  const tables = makeBox(
    'stbl',
    makeFullBox('stsd', uint(1), sample),
    makeFullBox('stts', times),
    ...moreTables,
    makeFullBox('stsc', uint(1), uint(1), uint(chunkLength), uint(1)),
    makeFullBox('stsz', sizes),
    makeFullBox('stco', uint(1), uint(picturesAt)),
  );
  const media = makeBox(
    'mdia',
    makeFullBox('mdhd', Buffer.alloc(8), uint(1000), uint(1000), Buffer.alloc(4)),
    makeFullBox('hdlr', Buffer.alloc(4), Buffer.from('vide'), Buffer.alloc(13)),
    makeBox('minf', tables),
  );
  const track = makeBox('trak', makeFullBox('tkhd', Buffer.alloc(8), uint(1), Buffer.alloc(68)), media);
  return makeBox('moov', makeFullBox('mvhd', Buffer.alloc(8), uint(1000), uint(1000), Buffer.alloc(80)), track);
}

export const makeFtyp = (brand = 'isom') =>
  makeBox('ftyp', Buffer.from(brand), Buffer.alloc(4), Buffer.from(brand), Buffer.from('mp42'));

/** The tables of one picture of 8 bytes. */
export const onePicture = { times: Buffer.concat([uint(1), uint(1), uint(1000)]), sizes: Buffer.concat([uint(8), uint(1)]) };

/** Creates an MP4 of the given size with one picture and random bytes. Below the size of the headers, the file is a little larger. */
export function makeMp4(
  bytes: number,
  { brand = 'isom', fill = randomBytes }: { brand?: string; fill?: (size: number) => Buffer } = {},
) {
  const ftyp = makeFtyp(brand);
  const headBytes = ftyp.length + makeMovie({ ...onePicture, picturesAt: 0 }).length + 8;
  const movie = makeMovie({ ...onePicture, picturesAt: headBytes });
  const pictureBytes = Math.max(8, bytes - headBytes);
  return Buffer.concat([ftyp, movie, uint(pictureBytes + 8), Buffer.from('mdat'), fill(pictureBytes)]);
}

export const unknownLength = Buffer.from('01ffffffffffffff', 'hex');

export const makeElement = (id: string, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(id, 'hex'), uint(content.length + 0x10000000), content]);
};

/** Creates the header of a WebM. */
export const makeWebmHeader = () => makeElement('1a45dfa3', makeElement('4282', Buffer.from('webm')));

/** Creates what the segment of a WebM with one track has before its pictures. */
export const makeWebmTracks = (trackType = 1) => {
  const size = Buffer.concat([makeElement('b0', uint(64, 2)), makeElement('ba', uint(48, 2))]);
  const track = makeElement(
    'ae',
    makeElement('d7', uint(1, 1)),
    makeElement('83', uint(trackType, 1)),
    makeElement('86', Buffer.from('V_VP8')),
    makeElement('e0', size),
  );
  return Buffer.concat([makeElement('1549a966', makeElement('2ad7b1', uint(1_000_000, 3))), makeElement('1654ae6b', track)]);
};

/** Creates the content of a cluster: its time and one picture of the first track. */
export const makeWebmPicture = (time = 0) =>
  Buffer.concat([makeElement('e7', uint(time)), makeElement('a3', Buffer.from([0x81, 0, 0, 0x80]), Buffer.alloc(20, 5))]);

/** Creates a WebM with one video track. */
export function makeWebm({ trackType = 1 } = {}): Buffer {
  const cluster = makeElement('1f43b675', makeWebmPicture());
  return Buffer.concat([makeWebmHeader(), makeElement('18538067', makeWebmTracks(trackType), cluster)]);
}
