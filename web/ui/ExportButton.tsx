import { Button } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { number } from '#shared/format.ts';
import { maxListTotal } from '#shared/lists/paging.ts';
import { downloadCsv } from '#web/download.ts';
import { toast } from './toast.ts';
import { t } from '#web/texts/app.ts';

type Props = {
  /** The file's path in the REST API. */
  path: string;
  /** The list's filters. */
  input: object;
  /** The number of rows. Undefined or a lower bound if counting stopped. */
  total: number | undefined;
  label?: string;
};

/**
 * Downloads all rows that the list finds. It shows the progress and stops when pressed again
 * (`docs/product/screens.md#lists`).
 */
export function ExportButton({ path, input, total, label = t('common.exportCsv') }: Props) {
  const [rows, setRows] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    const stopper = new AbortController();
    running.current = stopper;
    setRows(0);
    try {
      await downloadCsv({ path, input, signal: stopper.signal, onRows: setRows });
    } catch (error) {
      if (!stopper.signal.aborted) toast.error(error, t('common.exportFailed'));
    } finally {
      running.current = null;
      setRows(null);
    }
  };

  if (rows !== null) {
    const soFar =
      total === undefined || total === maxListTotal
        ? number(rows)
        : t('common.rowsOfTotal', { rows: number(rows), total: number(total) });
    return (
      <Button variant="default" leftSection={<IconX size={16} aria-hidden />} onClick={() => running.current?.abort()}>
        <span aria-live="polite">{t('common.stopExportSoFar', { soFar })}</span>
      </Button>
    );
  }
  return (
    <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} disabled={total === 0} onClick={start}>
      {label}
    </Button>
  );
}
