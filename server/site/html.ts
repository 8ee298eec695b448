import { escapeHtml } from '#server/escape-html.ts';

/** Text that is HTML already. Only this file makes one out of a template, and `trusted` out of HTML we made ourselves. */
export class Html {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
  toString(): string {
    return this.source;
  }
}

type Piece = Html | string | number | false | null | undefined | readonly Piece[];

function write(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return '';
  if (piece instanceof Html) return piece.source;
  return Array.isArray(piece) ? piece.map(write).join('') : escapeHtml(String(piece));
}

/** A template whose values are escaped, unless they are HTML themselves. Empty values leave nothing. */
export function html(parts: TemplateStringsArray, ...values: Piece[]): Html {
  return new Html(parts.reduce((text, part, index) => text + write(values[index - 1]) + part));
}

/** HTML that the server itself sanitised or wrote. */
export function trusted(source: string): Html {
  return new Html(source);
}

/** JSON inside a script element: no sign in it can end the element. */
export function jsonScript(value: unknown): Html {
  return new Html(
    JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}
