import { askForFile, askForPrivateFile } from '#web/session/authorized-fetch.ts';
import { t } from '#web/texts/app.ts';

const lineFeed = 10;
const carriageReturn = 13;

/** Counts the rows that end in a chunk of a CSV file. The second parameter is the last byte of the previous chunk. */
export function rowsIn(chunk: Uint8Array, before: number): number {
  let rows = 0;
  let last = before;
  for (const byte of chunk) {
    if (byte === lineFeed && last === carriageReturn) rows += 1;
    last = byte;
  }
  return rows;
}

type Download = { path: string; input: object; signal: AbortSignal; onRows: (rows: number) => void };

/**
 * Downloads a CSV file from the REST API and reports how many rows have arrived. It uses fetch instead of a link, because
 * the access token must not be in a URL. The chunks are kept in a Blob, which browsers store on disk if it is large.
 * @throws Error with a message for the user; an incomplete file is not saved
 */
export async function downloadCsv({ path, input, signal, onRows }: Download): Promise<void> {
  const response = await askForFile(path, input, signal);
  const name = nameOf(response) ?? 'export.csv';
  const reader = response.body?.getReader();
  if (!reader) throw new Error(t('ui.noConnection'));
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  // Starts at -1, because the header row is not counted.
  let rows = -1;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Error(signal.aborted ? t('common.stopped') : t('ui.noConnection'));
    });
    if (done) break;
    rows += rowsIn(value, chunks.at(-1)?.at(-1) ?? 0);
    chunks.push(value);
    onRows(Math.max(0, rows));
  }
  save(new Blob(chunks, { type: 'text/csv' }), name);
}

/**
 * Downloads a file of the person's own data.
 * @throws Error with a message for the user; an incomplete file is not saved
 */
export async function downloadPrivateFile(path: string): Promise<void> {
  const response = await askForPrivateFile(path);
  const content = await response.blob().catch(() => {
    throw new Error(t('ui.noConnection'));
  });
  save(content, nameOf(response) ?? 'haulboard-data.zip');
}

const nameOf = ({ headers }: Response) => /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1];

export function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // A minute is more than the browser needs to read the URL.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
