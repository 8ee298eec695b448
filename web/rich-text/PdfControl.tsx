import { Text } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import { IconFileTypePdf } from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { useEffect, useRef, useState } from 'react';
import type { RichDocument } from '#shared/rich-text/rich-text.ts';
import { save } from '#web/api/download.ts';
import { t } from '#web/texts/app.ts';
import { toast } from '#web/ui/toast.ts';
import type { PdfMessage } from './pdf-worker.ts';

/** The file's name (`docs/product/news-and-ads.md#rich-text`). */
const fileName = 'editor.pdf';

type PdfExport = { document: RichDocument; signal: AbortSignal; onStep: (step: string) => void };

/**
 * Creates the PDF in a worker, so that its memory is freed afterward, and downloads it.
 * @throws Error with a message for the user
 */
async function exportPdf({ document, signal, onStep }: PdfExport): Promise<void> {
  const worker = new Worker(new URL('pdf-worker.ts', import.meta.url), { type: 'module' });
  try {
    const pdf = await new Promise<ArrayBuffer>((resolve, reject) => {
      const fail = () => reject(new Error(t('editor.pdfFailed')));
      signal.addEventListener('abort', fail);
      worker.addEventListener('error', fail);
      worker.addEventListener('message', ({ data }: MessageEvent<PdfMessage>) => {
        if ('pdf' in data) resolve(data.pdf);
        else if ('failed' in data) fail();
        else onStep(getStepText(data));
      });
      worker.postMessage(document);
    });
    save(new Blob([pdf], { type: 'application/pdf' }), fileName);
  } finally {
    worker.terminate();
  }
}

function getStepText(step: Exclude<PdfMessage, { pdf: ArrayBuffer } | { failed: true }>): string {
  if ('progress' in step) return t('editor.creatingPdfProgress', { progress: step.progress });
  return t('editor.creatingPdfImages', { pictures: step.loadedPictures, of: step.totalPictures });
}

/** Exports the editor's current text, saved or not, as `editor.pdf` (`docs/product/news-and-ads.md#rich-text`). */
export function PdfControl({ editor }: { editor: Editor }) {
  const [step, setStep] = useState<string | null>(null);
  const abortController = useRef<AbortController>(null);
  useEffect(() => () => abortController.current?.abort(), []);
  const startExport = async () => {
    const controller = new AbortController();
    abortController.current = controller;
    setStep(t('editor.creatingPdf'));
    try {
      await exportPdf({ document: editor.getJSON() as RichDocument, signal: controller.signal, onStep: setStep });
    } catch (error) {
      if (!controller.signal.aborted) toast.error(error);
    } finally {
      setStep(null);
    }
  };
  return (
    <RichTextEditor.ControlsGroup>
      <RichTextEditor.Control
        aria-label={t('editor.exportAsPdf')}
        title={t('editor.exportAsPdf')}
        disabled={step !== null}
        onClick={() => void startExport()}
      >
        <IconFileTypePdf size={16} stroke={1.5} aria-hidden />
      </RichTextEditor.Control>
      <Text component="output" size="xs" c="dimmed" px={step ? 6 : 0} aria-live="polite">
        {step}
      </Text>
    </RichTextEditor.ControlsGroup>
  );
}
