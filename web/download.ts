import { messages } from '#shared/messages.ts';
import { askForFile } from './authorized-fetch.ts';

const lineFeed = 10;
const carriageReturn = 13;

/** Rows that end in a piece of a CSV file; `before` is the byte that the piece before ended with. */
export function rowsIn(piece: Uint8Array, before: number): number {
  let rows = 0;
  let last = before;
  for (const byte of piece) {
    if (byte === lineFeed && last === carriageReturn) rows += 1;
    last = byte;
  }
  return rows;
}

type Download = { path: string; input: object; signal: AbortSignal; onRows: (rows: number) => void };

/**
 * Reads a CSV file of the REST door as it is written, tells how many rows have come, and hands it to the browser as a
 * download. Through fetch and not by a link, because the session is a bearer token that no address may carry. What comes
 * is kept as pieces of a Blob, which browsers lay on disk when it is big.
 * @throws Error with words for the user; nothing is saved of a file that did not arrive whole
 */
export async function downloadCsv({ path, input, signal, onRows }: Download): Promise<void> {
  const response = await askForFile(path, input, signal);
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'export.csv';
  const reader = response.body?.getReader();
  if (!reader) throw new Error(messages.noConnection);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  // The heading's row is not counted.
  let rows = -1;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Error(signal.aborted ? 'Stopped' : messages.noConnection);
    });
    if (done) break;
    rows += rowsIn(value, pieces.at(-1)?.at(-1) ?? 0);
    pieces.push(value);
    onRows(Math.max(0, rows));
  }
  save(new Blob(pieces, { type: 'text/csv' }), name);
}

export function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the address up by then.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
