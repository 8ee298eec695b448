import pdfmake from 'pdfmake/build/pdfmake.js';
import courier from 'pdfmake/build/standard-fonts/Courier.js';
import helvetica from 'pdfmake/build/standard-fonts/Helvetica.js';
import times from 'pdfmake/build/standard-fonts/Times.js';
import type { RichDocument, RichNode } from '#shared/rich-text/rich-text.ts';
import { pdfDocument, type Picture } from './pdf-document.ts';

/** The URLs of a document's images, without duplicates. */
function pictureAddresses(document: RichNode): string[] {
  const found = new Set<string>();
  const collectPictures = ({ type, attrs, content }: RichNode) => {
    const src = type === 'image' ? attrs?.['src'] : null;
    if (typeof src === 'string') found.add(src);
    content?.forEach(collectPictures);
  };
  collectPictures(document);
  return [...found];
}

const maxParallelLoads = 4;

/** Our own images as JPEG, a few at a time. Images of other sites are left out, because pages may only display them. */
async function readPictures(addresses: readonly string[], onRead: (done: number) => void): Promise<Map<string, Picture>> {
  const pictures = new Map<string, Picture>();
  const waiting = addresses.filter((address) => address.startsWith('/media/'));
  let done = 0;
  const work = async () => {
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      const picture = await readPicture(address).catch(() => null);
      if (picture) pictures.set(address, picture);
      done += 1;
      onRead(done);
    }
  };
  await Promise.all(Array.from({ length: maxParallelLoads }, work));
  return pictures;
}

async function readPicture(address: string): Promise<Picture | null> {
  const response = await fetch(new URL(address, self.location.origin));
  if (!response.ok) return null;
  const bitmap = await createImageBitmap(await response.blob());
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, width, height);
  pen.drawImage(bitmap, 0, 0);
  bitmap.close();
  const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.88 });
  return { data: await dataAddress(jpeg), width, height };
}

function dataAddress(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(new Error('Couldn’t read this image')));
    reader.readAsDataURL(blob);
  });
}

/** The worker's messages: its progress, and in the end the file or a failure. */
export type PdfMessage = { pictures: number; of: number } | { laidOut: number } | { pdf: ArrayBuffer } | { failed: true };

for (const container of [courier, helvetica, times]) pdfmake.addFontContainer(container);
pdfmake.setUrlAccessPolicy(() => false);

const say = (message: PdfMessage, transfer: Transferable[] = []) => self.postMessage(message, { transfer });

/** Runs in a worker, so that the page stays responsive during the layout of a long document. */
self.addEventListener('message', ({ data }: MessageEvent<RichDocument>) => {
  void make(data).catch(() => say({ failed: true }));
});

async function make(document: RichDocument): Promise<void> {
  const addresses = pictureAddresses(document);
  const pictures = await readPictures(addresses, (done) => say({ pictures: done, of: addresses.length }));
  let reported = 0;
  pdfmake.setProgressCallback((laidOut) => {
    if (laidOut - reported < 0.05) return;
    reported = laidOut;
    say({ laidOut });
  });
  const bytes = await pdfmake.createPdf(pdfDocument(document, pictures)).getBuffer();
  const pdf = new Uint8Array(bytes).buffer;
  say({ pdf }, [pdf]);
}
