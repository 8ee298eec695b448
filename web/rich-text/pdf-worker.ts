import pdfmake from 'pdfmake/build/pdfmake.js';
import courier from 'pdfmake/build/standard-fonts/Courier.js';
import helvetica from 'pdfmake/build/standard-fonts/Helvetica.js';
import times from 'pdfmake/build/standard-fonts/Times.js';
import type { RichDocument, RichNode } from '#shared/rich-text/rich-text.ts';
import { createPdfDefinition, type Picture } from './pdf-document.ts';

/** Returns the URLs of a document's images, without duplicates. */
function getPictureUrls(document: RichNode): string[] {
  const urls = new Set<string>();
  const collectPictures = ({ type, attrs, content }: RichNode) => {
    const src = type === 'image' ? attrs?.['src'] : null;
    if (typeof src === 'string') urls.add(src);
    content?.forEach(collectPictures);
  };
  collectPictures(document);
  return [...urls];
}

const maxParallelLoads = 4;

/** Loads our own images as JPEG, a few at a time. Skips images of other sites, because browsers do not let us read them. */
async function loadPictures(urls: readonly string[], onProgress: (loadedCount: number) => void): Promise<Map<string, Picture>> {
  const pictures = new Map<string, Picture>();
  const ownUrls = urls.filter((url) => url.startsWith('/media/'));
  let loadedCount = 0;
  const loadRemaining = async () => {
    for (let url = ownUrls.shift(); url !== undefined; url = ownUrls.shift()) {
      const picture = await loadPicture(url).catch(() => null);
      if (picture) pictures.set(url, picture);
      loadedCount += 1;
      onProgress(loadedCount);
    }
  };
  await Promise.all(Array.from({ length: maxParallelLoads }, loadRemaining));
  return pictures;
}

async function loadPicture(url: string): Promise<Picture | null> {
  const response = await fetch(new URL(url, self.location.origin));
  if (!response.ok) return null;
  const bitmap = await createImageBitmap(await response.blob());
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.88 });
  return { data: await toDataUrl(jpeg), width, height };
}

function toDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(new Error('Couldn’t read this image')));
    reader.readAsDataURL(blob);
  });
}

/** The worker reports its progress, and finally the file or a failure. */
export type PdfMessage =
  | { loadedPictures: number; totalPictures: number }
  | { progress: number }
  | { pdf: ArrayBuffer }
  | { failed: true };

for (const container of [courier, helvetica, times]) pdfmake.addFontContainer(container);
pdfmake.setUrlAccessPolicy(() => false);

const post = (message: PdfMessage, transfer: Transferable[] = []) => self.postMessage(message, { transfer });

/** Runs in a worker, so that the page stays responsive during the layout of a long document. */
self.addEventListener('message', ({ data }: MessageEvent<RichDocument>) => {
  void createPdfFile(data).catch(() => post({ failed: true }));
});

async function createPdfFile(document: RichDocument): Promise<void> {
  const urls = getPictureUrls(document);
  const pictures = await loadPictures(urls, (loadedCount) => post({ loadedPictures: loadedCount, totalPictures: urls.length }));
  let reportedProgress = 0;
  pdfmake.setProgressCallback((progress) => {
    if (progress - reportedProgress < 0.05) return;
    reportedProgress = progress;
    post({ progress });
  });
  const bytes = await pdfmake.createPdf(createPdfDefinition(document, pictures)).getBuffer();
  const pdf = new Uint8Array(bytes).buffer;
  post({ pdf }, [pdf]);
}
