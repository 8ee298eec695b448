import { Text } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import { IconFileTypePdf } from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { useEffect, useRef, useState } from 'react';
import type { RichDocument } from '#shared/rich-text/rich-text.ts';
import { toast } from '#web/ui/toast.ts';
import { t } from '#web/texts/app.ts';

/** Exports the editor's current text, saved or not, as `editor.pdf` (`docs/product/news-and-ads.md#rich-text`). */
export function PdfControl({ editor }: { editor: Editor }) {
  const [step, setStep] = useState<string | null>(null);
  const leaving = useRef<AbortController>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  const make = async () => {
    const controller = new AbortController();
    leaving.current = controller;
    setStep(t('editor.creatingPdf'));
    try {
      const { exportPdf } = await import('./export-pdf.ts');
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
        onClick={() => void make()}
      >
        <IconFileTypePdf size={16} stroke={1.5} aria-hidden />
      </RichTextEditor.Control>
      <Text component="output" size="xs" c="dimmed" px={step ? 6 : 0} aria-live="polite">
        {step}
      </Text>
    </RichTextEditor.ControlsGroup>
  );
}
