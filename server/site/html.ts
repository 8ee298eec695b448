import { escapeHtml } from '#server/escape-html.ts';
import { type Language, publicPath, type Translate, type WriteText } from '#shared/texts/texts.ts';
import { markupTranslatorIn, translatorIn, writerIn } from '#shared/texts/write-text.ts';

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

type Options = { publicUrl: string; languages: readonly Language[] };

/** The public pages in one language, for everything that writes a part of them. */
export type Site = Options & {
  language: Language;
  t: Translate;
  /** Texts with markup. Strings are escaped when they are put into a template. */
  rich: ReturnType<typeof markupTranslatorIn<Html>>;
  write: WriteText;
  /** The path of a public page in this language. */
  pathTo: (path: string) => string;
};

export function siteIn(language: Language, { publicUrl, languages }: Options): Site {
  return {
    publicUrl,
    languages,
    language,
    t: translatorIn(language),
    rich: markupTranslatorIn<Html>(language),
    write: writerIn(language),
    pathTo: (path) => publicPath(path, language),
  };
}
