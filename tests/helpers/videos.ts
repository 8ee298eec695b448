import { randomBytes } from 'node:crypto';

const makeBox = (type: string, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
};

const handler = makeBox('hdlr', Buffer.alloc(8), Buffer.from('vide'), Buffer.alloc(13));

/** Creates the start of an MP4 with one video track, without its pictures. */
function makeMp4Head(brand: string): Buffer {
  const ftyp = makeBox('ftyp', Buffer.from(brand), Buffer.alloc(4), Buffer.from(brand), Buffer.from('mp42'));
  return Buffer.concat([ftyp, makeBox('moov', makeBox('mvhd', Buffer.alloc(100)), makeBox('trak', makeBox('mdia', handler)))]);
}

/** Creates an MP4 of the given size with random pictures. Below the size of the headers, the file is a little larger. */
export function makeMp4(
  bytes: number,
  { brand = 'isom', fill = randomBytes }: { brand?: string; fill?: (size: number) => Buffer } = {},
) {
  const head = makeMp4Head(brand);
  const pictureBytes = Math.max(8, bytes - head.length - 8);
  const mdatHeader = Buffer.alloc(8);
  mdatHeader.writeUInt32BE(pictureBytes + 8);
  mdatHeader.write('mdat', 4, 'latin1');
  return Buffer.concat([head, mdatHeader, fill(pictureBytes)]);
}

const makeElement = (id: string, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(content.length + 0x10000000);
  return Buffer.concat([Buffer.from(id, 'hex'), size, content]);
};

/** Creates a WebM with one video track. */
export function makeWebm({ trackType = 1 } = {}): Buffer {
  const header = makeElement('1a45dfa3', makeElement('4282', Buffer.from('webm')));
  const track = makeElement('ae', makeElement('83', Buffer.from([trackType])));
  return Buffer.concat([
    header,
    makeElement('18538067', makeElement('1654ae6b', track), makeElement('1f43b675', Buffer.alloc(40))),
  ]);
}
