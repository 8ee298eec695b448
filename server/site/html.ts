import { escapeHtml } from '#server/escape-html.ts';

/** Text that is already HTML. Only this file creates it, from a template or, with `trusted`, from HTML that we made. */
export class Html {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
  toString(): string {
    return this.source;
  }
}

/** What a template accepts as a value. */
export type Piece = Html | string | number | false | null | undefined | readonly Piece[];

function write(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return '';
  if (piece instanceof Html) return piece.source;
  return Array.isArray(piece) ? piece.map(write).join('') : escapeHtml(String(piece));
}

/** A template that escapes its values, except HTML. Empty values add nothing. */
export function html(parts: TemplateStringsArray, ...values: Piece[]): Html {
  return new Html(parts.reduce((text, part, index) => text + write(values[index - 1]) + part));
}

/** HTML that the server sanitized or wrote itself. */
export function trusted(source: string): Html {
  return new Html(source);
}

/** JSON inside a script element, escaped so that it cannot end the element. */
export function jsonScript(value: unknown): Html {
  return new Html(
    JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}
