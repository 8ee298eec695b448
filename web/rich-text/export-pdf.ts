import type { RichDocument } from '#shared/rich-text/rich-text.ts';
import { save } from '#web/download.ts';
import type { PdfMessage } from './pdf-worker.ts';
import { t } from '#web/texts/app.ts';

/** The file's name (`docs/product/news-and-ads.md#rich-text`). */
const fileName = 'editor.pdf';

type Export = { document: RichDocument; signal: AbortSignal; onStep: (step: string) => void };

/**
 * Makes the PDF in a worker, which frees its memory afterward, and downloads it.
 * @throws Error with a message for the user
 */
export async function exportPdf({ document, signal, onStep }: Export): Promise<void> {
  const worker = new Worker(new URL('pdf-worker.ts', import.meta.url), { type: 'module' });
  try {
    const pdf = await new Promise<ArrayBuffer>((resolve, reject) => {
      const fail = () => reject(new Error(t('editor.couldntCreatePdfTryAgain')));
      signal.addEventListener('abort', fail);
      worker.addEventListener('error', fail);
      worker.addEventListener('message', ({ data }: MessageEvent<PdfMessage>) => {
        if ('pdf' in data) resolve(data.pdf);
        else if ('failed' in data) fail();
        else onStep(stepOf(data));
      });
      worker.postMessage(document);
    });
    save(new Blob([pdf], { type: 'application/pdf' }), fileName);
  } finally {
    worker.terminate();
  }
}

function stepOf(step: Exclude<PdfMessage, { pdf: ArrayBuffer } | { failed: true }>): string {
  if ('laidOut' in step) return t('editor.creatingPdfRound', { round: Math.round(step.laidOut * 100) });
  return t('editor.creatingPdfImagePictures', { pictures: step.pictures, of: step.of });
}
