import { randomBytes } from 'node:crypto';

const box = (type: string, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
};

const handler = box('hdlr', Buffer.alloc(8), Buffer.from('vide'), Buffer.alloc(13));

/** The start of an MP4 with one video track: everything but its pictures. */
function mp4Head(brand: string): Buffer {
  const ftyp = box('ftyp', Buffer.from(brand), Buffer.alloc(4), Buffer.from(brand), Buffer.from('mp42'));
  return Buffer.concat([ftyp, box('moov', box('mvhd', Buffer.alloc(100)), box('trak', box('mdia', handler)))]);
}

/** An MP4 of the given number of bytes, or a few more if it would have no room for its structure. Its pictures are random. */
export function sampleMp4(
  bytes: number,
  { brand = 'isom', fill = randomBytes }: { brand?: string; fill?: (size: number) => Buffer } = {},
) {
  const head = mp4Head(brand);
  const pictures = Math.max(8, bytes - head.length - 8);
  const mdat = Buffer.alloc(8);
  mdat.writeUInt32BE(pictures + 8);
  mdat.write('mdat', 4, 'latin1');
  return Buffer.concat([head, mdat, fill(pictures)]);
}

const element = (id: string, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(content.length + 0x10000000);
  return Buffer.concat([Buffer.from(id, 'hex'), size, content]);
};

/** A WebM with one video track. */
export function sampleWebm({ trackType = 1 } = {}): Buffer {
  const header = element('1a45dfa3', element('4282', Buffer.from('webm')));
  const track = element('ae', element('83', Buffer.from([trackType])));
  return Buffer.concat([header, element('18538067', element('1654ae6b', track), element('1f43b675', Buffer.alloc(40)))]);
}
