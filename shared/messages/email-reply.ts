/**
 * Extracts what a driver wrote in a reply by email, without the quoted message (`docs/product/messages.md#replies-by-email`).
 * It works line by line in linear time. The npm package for this, `email-reply-parser`, takes minutes for some inputs of 60 KB.
 */

import { cleanText } from '#shared/clean-text.ts';
import { withAsciiDomain } from '#shared/email-address.ts';

/** A longer email is cut before it is read. */
export const maxEmailLength = 100_000;

const quoteEndings = ['wrote:', 'escribió:', 'écrit :', 'écrit:'];
const quoteTitles = ['original message', 'mensaje original', 'forwarded message', 'mensaje reenviado', 'reply message'];
const senderNames = ['from:', 'de:'];
const detailNames = ['sent:', 'date:', 'to:', 'subject:', 'enviado:', 'enviado el:', 'fecha:', 'para:', 'asunto:'];
const signatureStarts = [
  'sent from ',
  'get outlook for ',
  'enviado desde ',
  'obtener outlook para ',
  'sent via ',
  'enviado con ',
];

/** The driver's own words, at most `maxLength` characters. Empty if there are none. */
export function extractReplyText(email: string, maxLength: number): string {
  const lines = cleanReceivedText(email.slice(0, maxEmailLength)).split('\n');
  const quoteIndex = lines.findIndex((_, index) => isQuoteStart(lines, index));
  const ownText = joinOwnLines(quoteIndex < 0 ? lines : lines.slice(0, quoteIndex));
  // No text is above the quoted lines, so the person answered below or between them.
  const text = ownText || joinOwnLines(lines.filter((_, index) => !isQuoteStart(lines, index)));
  return text.length > maxLength ? `${text.slice(0, maxLength - 1).trimEnd()}…` : text;
}

function joinOwnLines(lines: readonly string[]): string {
  const unquoted = lines.filter((line) => !line.trimStart().startsWith('>'));
  const endIndex = unquoted.findIndex((line) => line.trimEnd() === '--' || isSignature(line));
  return (endIndex < 0 ? unquoted : unquoted.slice(0, endIndex)).join('\n').trim();
}

const isSignature = (line: string) => {
  const text = line.trim().toLowerCase();
  return text.length < 100 && signatureStarts.some((start) => text.startsWith(start));
};

/**
 * Whether a quoted message begins at this line. Email programs put a header line above the message that is answered, and the
 * header can be wrapped.
 */
function isQuoteStart(lines: readonly string[], index: number): boolean {
  const line = (lines[index] ?? '').trim().toLowerCase();
  if (line === '' || line.length > 500) return false;
  if (quoteTitles.some((title) => line.includes(title)) && /^[-_*]/.test(line)) return true;
  if (/^(?:on|el|le) /.test(line) && /\d/.test(line)) {
    const headerLines = lines.slice(index, index + 3).map((nextLine) => nextLine.trim().toLowerCase());
    if (headerLines.some((_, n) => endsWithQuoteHeader(headerLines.slice(0, n + 1).join(' ')))) return true;
  }
  if (endsWithQuoteHeader(line) && line.includes('@')) return true;
  const nextLines = lines.slice(index + 1, index + 5).map((nextLine) => toPlainLine(nextLine));
  const details = nextLines.filter((nextLine) => detailNames.some((name) => nextLine.startsWith(name)));
  return senderNames.some((name) => toPlainLine(line).startsWith(name)) && details.length >= 2;
}

const endsWithQuoteHeader = (text: string) => quoteEndings.some((ending) => text.endsWith(ending));
/** Removes the asterisks that mark bold text in a plain-text email. */
const toPlainLine = (line: string) => line.trim().toLowerCase().replaceAll('*', '');

/**
 * A text from an email or a phone in the form in which texts are stored (`docs/product/rest.md#text`), without control characters
 * except line breaks and tabs.
 */
export const cleanReceivedText = (text: string): string =>
  cleanText(text.toWellFormed())
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '');

/** The address in `Dana <dana@example.com>` or in an address alone, in lowercase. */
export function extractAddress(from: string): string {
  const [start, end] = [from.lastIndexOf('<'), from.lastIndexOf('>')];
  return withAsciiDomain((start >= 0 && end > start ? from.slice(start + 1, end) : from).trim()).toLowerCase();
}

type Headers = Readonly<Record<string, string>>;
const automaticSubjects =
  /^(?:auto(?:matic)? ?(?:reply|response)|auto:|out of (?:the )?office|undeliverable|delivery (?:status notification|failure)|mail delivery|respuesta autom[aá]tica|fuera de (?:la )?oficina)/i;
const machineNames = /^(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?)\b/;

/** Whether a program wrote the email, such as an absence notice or a notice of a failed delivery. */
export function isAutomatic({ from, subject, headers }: { from: string; subject: string; headers: Headers }): boolean {
  const headersByName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim().toLowerCase()]));
  const autoSubmitted = headersByName.get('auto-submitted');
  return (
    (autoSubmitted !== undefined && autoSubmitted !== 'no') ||
    ['bulk', 'junk', 'list', 'auto_reply'].includes(headersByName.get('precedence') ?? '') ||
    ['x-autoreply', 'x-autorespond', 'x-auto-response-suppress', 'list-id'].some((name) => headersByName.has(name)) ||
    headersByName.get('return-path') === '<>' ||
    machineNames.test(extractAddress(from)) ||
    automaticSubjects.test(subject.trim())
  );
}
