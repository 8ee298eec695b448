import { Button } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { maxListTotal } from '#shared/lists/paging.ts';
import { downloadCsv } from '#web/api/download.ts';
import { number } from '#web/browser/format.ts';
import { t } from '#web/texts/app.ts';
import { toast } from './toast.ts';

type Props = {
  /** The file's path in the REST API. */
  path: string;
  /** The list's filters. */
  input: object;
  /** The number of rows. Undefined if it is unknown, and a lower bound if it equals `maxListTotal`. */
  total: number | undefined;
  label?: string;
};

/**
 * Downloads all rows of the list as CSV. The button shows the progress, and pressing it again stops the download
 * (`docs/product/screens.md#lists`).
 */
export function ExportButton({ path, input, total, label = t('common.exportCsv') }: Props) {
  const [exportedRows, setExportedRows] = useState<number | null>(null);
  const activeController = useRef<AbortController | null>(null);
  useEffect(() => () => activeController.current?.abort(), []);

  const start = async () => {
    const controller = new AbortController();
    activeController.current = controller;
    setExportedRows(0);
    try {
      await downloadCsv({ path, input, signal: controller.signal, onRows: setExportedRows });
    } catch (error) {
      if (!controller.signal.aborted) toast.error(error, t('common.exportFailed'));
    } finally {
      activeController.current = null;
      setExportedRows(null);
    }
  };

  if (exportedRows !== null) {
    const progressText =
      total === undefined || total === maxListTotal
        ? number(exportedRows)
        : t('common.exportProgress', { rows: number(exportedRows), total: number(total) });
    return (
      <Button variant="default" leftSection={<IconX size={16} aria-hidden />} onClick={() => activeController.current?.abort()}>
        <span aria-live="polite">{t('common.stopExport', { soFar: progressText })}</span>
      </Button>
    );
  }
  return (
    <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} disabled={total === 0} onClick={start}>
      {label}
    </Button>
  );
}
