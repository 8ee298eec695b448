import { fork } from 'node:child_process';
import { AppError } from '#server/errors.ts';
import { type Text, text } from '#shared/texts/texts.ts';
import type { DocumentAnswer, DocumentMessage, DocumentProblem, DocumentTask } from './document-process.ts';
import { detectDocument } from './document-type.ts';

/** The types of documents whose text can be read, by media type. */
const kinds: Readonly<Record<string, DocumentTask['kind']>> = {
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
};

/** Word encrypts a document by putting it into a file of older Office programs, in which the names of the parts are UTF-16. */
const isProtectedOffice = (content: Buffer) =>
  content.readUInt32BE(0) === 0xd0cf11e0 && content.includes(Buffer.from('EncryptedPackage', 'utf16le'));

const refuse = (reason: Text) => new AppError('invalid', reason, { field: 'file' });
const problems: Readonly<Record<DocumentProblem, Text>> = {
  damaged: text('uploads.documentDamaged'),
  protected: text('uploads.documentProtected'),
  too_large: text('uploads.documentTooLong'),
};

/** How many files are read at a time, and how many may wait for their turn. Each can take `maxSeconds`. */
const maxRunning = 2;
const maxWaiting = 10;
const waiting: (() => void)[] = [];
let runningCount = 0;

/**
 * Reads the text of a PDF or DOCX. The file is never written to disk here, and neither the file nor its text is logged.
 * @param maxSeconds how long reading may take, without the time that the file waits for its turn
 * @throws AppError wrong_media_type for another type of file; invalid if it is protected, damaged, too long or has no text, such as a
 * scan; too_many if many files wait already
 */
export async function readDocumentText(content: Buffer, maxSeconds = 10): Promise<string> {
  if (content.length > 4 && isProtectedOffice(content)) throw refuse(problems.protected);
  const kind = kinds[detectDocument(content)?.mime ?? ''];
  if (!kind) throw new AppError('wrong_media_type', text('uploads.documentTypeUnsupported'), { field: 'file' });
  const answer = await inTurn(() => readInProcess({ kind, content }, maxSeconds));
  if (answer === 'ended') throw refuse(problems.too_large);
  if ('problem' in answer) throw refuse(problems[answer.problem]);
  if (!/\p{L}{2}/u.test(answer.text)) throw refuse(text('uploads.documentHasNoText'));
  return answer.text;
}

/** A file that ends takes the next one's turn into its place, so `runningCount` stays the same. */
async function inTurn<Result>(read: () => Promise<Result>): Promise<Result> {
  if (runningCount < maxRunning) runningCount += 1;
  else {
    if (waiting.length >= maxWaiting) throw new AppError('too_many', text('uploads.documentsBusy'), { retryAfter: 10 });
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  try {
    return await read();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else runningCount -= 1;
  }
}

/**
 * A process with little memory and time reads the file, because a small file can unpack to gigabytes. A thread of the server would
 * not do: V8 ends the whole server if a thread needs much memory at once. The process may start no others and write no files.
 */
async function readInProcess(task: DocumentTask, maxSeconds: number): Promise<DocumentAnswer | 'ended'> {
  const child = fork(new URL('./document-process.ts', import.meta.url), {
    execArgv: [
      '--max-old-space-size=256',
      '--permission',
      '--allow-fs-read=*',
      '--allow-worker',
      '--disable-warning=SecurityWarning',
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
  });
  const { promise, resolve, reject } = Promise.withResolvers<DocumentAnswer | 'ended'>();
  let timer: NodeJS.Timeout | undefined;
  child.on('message', (message: DocumentMessage) => {
    if (message === 'started') timer = setTimeout(() => resolve('ended'), maxSeconds * 1000);
    else resolve(message);
  });
  child.on('error', reject);
  child.on('exit', (code, signal) => {
    if (timer) resolve('ended');
    else reject(new Error(`The process that reads documents ended with ${code ?? signal}`));
  });
  child.send(task, () => undefined);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}
