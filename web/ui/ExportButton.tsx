import { Button } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { number } from '#shared/format.ts';
import { maxListTotal } from '#shared/lists/paging.ts';
import { downloadCsv } from '#web/download.ts';
import { toast } from './toast.ts';

type Props = {
  /** The REST door's address of the file. */
  path: string;
  /** What the list is filtered by. */
  input: object;
  /** How many rows there will be, as far as it is known: where counting stopped, it is not. */
  total: number | undefined;
  label?: string;
};

/** Downloads what the list shows, all pages of it; tells how far it is, and stops when pressed again (`ui: Behaviour`). */
export function ExportButton({ path, input, total, label = 'Export CSV' }: Props) {
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
      if (!stopper.signal.aborted) toast.error(error, 'Export failed');
    } finally {
      running.current = null;
      setRows(null);
    }
  };

  if (rows !== null) {
    const soFar = total === undefined || total === maxListTotal ? number(rows) : `${number(rows)} of ${number(total)}`;
    return (
      <Button variant="default" leftSection={<IconX size={16} aria-hidden />} onClick={() => running.current?.abort()}>
        <span aria-live="polite">Stop export, {soFar}</span>
      </Button>
    );
  }
  return (
    <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} disabled={total === 0} onClick={start}>
      {label}
    </Button>
  );
}
