import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { getDocumentProxy } from 'unpdf';
import { DocumentTooLarge, readDocxText } from './docx-text.ts';

/** The file to read. */
export type DocumentTask = { kind: 'pdf' | 'docx'; content: Uint8Array };
export type DocumentProblem = 'damaged' | 'protected' | 'too_large';
/** What was read. */
export type DocumentAnswer = { text: string } | { problem: DocumentProblem };
/** The process tells that it has the file, and then what it read. */
export type DocumentMessage = 'started' | DocumentAnswer;

/** Longer files are read up to here. A resume has a few pages. */
const maxPages = 20;
const maxTextLength = 200_000;
/** The parts of a document with text, unpacked. */
const maxDocxBytes = 16 * 1024 * 1024;
/** Memory outside of V8's heap, such as unpacked streams, has no limit of its own. */
const maxResidentBytes = 512 * 1024 * 1024;
const checkEveryMs = 25;

type TextItem = { str: string; hasEOL: boolean; transform: number[]; width: number };

/** In points. Texts of one line can differ a little in height, and words of one column are close to each other. */
const maxLineShift = 3;
const minColumnGap = 18;

/** Joins texts in the order of the file. A text at another height begins a line, and a wide gap is a tab. */
function joinTexts(items: readonly TextItem[]): string {
  let text = '';
  let end: { x: number; y: number } | null = null;
  for (const { str, hasEOL, transform, width } of items) {
    const [x = 0, y = 0] = transform.slice(4);
    if (end && str.trim()) {
      if (Math.abs(y - end.y) > maxLineShift || x < end.x - minColumnGap) text += '\n';
      else if (x - end.x > minColumnGap) text += '\t';
    }
    text += str;
    if (str.trim()) end = { x: x + width, y };
    if (!hasEOL) continue;
    text += '\n';
    end = null;
  }
  return text;
}

/** Reads the text in the order of the file. Nothing is loaded from elsewhere, and no font is drawn. */
async function readPdfText(data: Uint8Array): Promise<string> {
  const pdf = await getDocumentProxy(data, {
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
    stopAtErrors: false,
    verbosity: 0,
  });
  let text = '';
  for (let number = 1; number <= Math.min(pdf.numPages, maxPages) && text.length < maxTextLength; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    text += `${joinTexts(items.filter((item) => 'str' in item))}\n`;
  }
  return text;
}

async function readText({ kind, content }: DocumentTask): Promise<DocumentAnswer> {
  try {
    const text = kind === 'pdf' ? await readPdfText(content) : readDocxText(content, maxDocxBytes);
    return { text: text.slice(0, maxTextLength) };
  } catch (error) {
    // The readers throw errors of many kinds at files that are damaged or made to harm them.
    if (error instanceof DocumentTooLarge) return { problem: 'too_large' };
    return { problem: error instanceof Error && error.name === 'PasswordException' ? 'protected' : 'damaged' };
  }
}

/** Reads the file in a thread, so that this one can end the process when it needs too much memory. */
async function readInThread(): Promise<void> {
  // The server has ended.
  process.on('disconnect', () => process.exit());
  const [task]: DocumentTask[] = await once(process, 'message');
  const send = (message: DocumentMessage) => process.send?.(message);
  send('started');
  const worker = new Worker(new URL(import.meta.url), { workerData: task, stdout: true, stderr: true });
  worker.on('error', () => process.exit(1));
  worker.on('message', send);
  setInterval(() => process.memoryUsage.rss() > maxResidentBytes && process.exit(1), checkEveryMs);
}

if (isMainThread) await readInThread();
else parentPort?.postMessage(await readText(workerData as DocumentTask));
