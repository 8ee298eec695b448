import { unzipSync } from 'fflate';
import { Parser } from 'htmlparser2';

/** The parts of a Word document with its text. People write their name and phone number into the header of the page. */
const textParts = /^word\/(?:document|header\d*|footer\d*)\.xml$/;

/** Elements that end a line, that end a cell of a row, and whose text is not part of the document as it is read. */
const lineEnds = new Set(['w:p', 'w:br', 'w:cr']);
const cellEnds = new Set(['w:tab', 'w:tc']);
/** A text box has its content twice: the second time for programs that cannot show the first. */
const skipped = new Set(['mc:Fallback', 'w:del', 'w:moveFrom']);

/** The header comes first and the footer last, as on paper. */
const orderOf = (name: string) => (name.includes('header') ? 0 : name.includes('document') ? 1 : 2);

/**
 * Reads the text of a DOCX, with one line per paragraph. The parser knows no entities except those of XML itself, and opens no other
 * file. Only parts with text are unpacked, into buffers of the size that the archive states.
 * @throws DocumentTooLarge if the parts state more than `maxBytes` together, another error if the archive is damaged
 */
export function readDocxText(content: Uint8Array, maxBytes: number): string {
  let bytes = 0;
  const parts = unzipSync(content, {
    filter: ({ name, originalSize }) => {
      if (!textParts.test(name)) return false;
      bytes += originalSize;
      if (bytes > maxBytes) throw new DocumentTooLarge();
      return true;
    },
  });
  const names = Object.keys(parts).toSorted((one, other) => orderOf(one) - orderOf(other) || one.localeCompare(other));
  return names.map((name) => readXmlText(new TextDecoder().decode(parts[name]))).join('\n');
}

/** The unpacked text of a document is larger than any that a person writes. */
export class DocumentTooLarge extends Error {}

function readXmlText(xml: string): string {
  const pieces: string[] = [];
  let isText = false;
  let skippedDepth = 0;
  const parser = new Parser(
    {
      onopentag: (name) => {
        if (skipped.has(name)) skippedDepth += 1;
        isText = name === 'w:t';
      },
      ontext: (text) => {
        if (isText && skippedDepth === 0) pieces.push(text);
      },
      onclosetag: (name) => {
        isText = false;
        if (skipped.has(name)) skippedDepth -= 1;
        else if (skippedDepth > 0) return;
        else if (lineEnds.has(name)) pieces.push('\n');
        else if (cellEnds.has(name)) pieces.push('\t');
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return pieces.join('');
}
