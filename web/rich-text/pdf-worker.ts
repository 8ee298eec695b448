import pdfmake from 'pdfmake/build/pdfmake.js';
import courier from 'pdfmake/build/standard-fonts/Courier.js';
import helvetica from 'pdfmake/build/standard-fonts/Helvetica.js';
import times from 'pdfmake/build/standard-fonts/Times.js';
import type { RichDocument } from '#shared/rich-text/rich-text.ts';
import { pdfDocument } from './pdf-document.ts';
import { pictureAddresses, readPictures } from './pdf-pictures.ts';

/** What the worker says: how far it is, and at last the file or that there is none. */
export type PdfMessage = { pictures: number; of: number } | { laidOut: number } | { pdf: ArrayBuffer } | { failed: true };

for (const container of [courier, helvetica, times]) pdfmake.addFontContainer(container);
pdfmake.setUrlAccessPolicy(() => false);

const say = (message: PdfMessage, transfer: Transferable[] = []) => self.postMessage(message, { transfer });

/** Beside the page, so that the page stays quick while a long document is laid out. */
self.addEventListener('message', ({ data }: MessageEvent<RichDocument>) => {
  void make(data).catch(() => say({ failed: true }));
});

async function make(document: RichDocument): Promise<void> {
  const addresses = pictureAddresses(document);
  const pictures = await readPictures(addresses, (done) => say({ pictures: done, of: addresses.length }));
  let told = 0;
  pdfmake.setProgressCallback((laidOut) => {
    if (laidOut - told < 0.05) return;
    told = laidOut;
    say({ laidOut });
  });
  const bytes = await pdfmake.createPdf(pdfDocument(document, pictures)).getBuffer();
  const pdf = new Uint8Array(bytes).buffer;
  say({ pdf }, [pdf]);
}
