import { escapeHtml } from '#server/http/escape-html.ts';
import { formatsIn } from '#shared/format.ts';
import { type Language, publicPath, type Translator, type TextWriter } from '#shared/texts/texts.ts';
import { markupTranslatorIn, translatorIn, writerIn } from '#shared/texts/write-text.ts';

/** Text that is already HTML. Only this file creates it, from a template or from HTML that the server wrote or sanitized. */
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
export type HtmlPart = Html | string | number | false | null | undefined | readonly HtmlPart[];

function write(part: HtmlPart): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.source;
  return Array.isArray(part) ? part.map(write).join('') : escapeHtml(String(part));
}

/** Builds HTML from a template. It escapes every value that is not HTML already, and empty values add nothing. */
export function html(parts: TemplateStringsArray, ...values: HtmlPart[]): Html {
  return new Html(parts.reduce((text, part, index) => text + write(values[index - 1]) + part));
}

/** HTML that the server sanitized or wrote itself. */
export function trustedHtml(source: string): Html {
  return new Html(source);
}

/** JSON inside a script element, escaped so that it cannot end the element. */
export function jsonScript(value: unknown): Html {
  return new Html(
    JSON.stringify(value).replace(
      /[<>&\u2028\u2029]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );
}

type Options = { publicUrl: string; languages: readonly Language[]; offersTexts?: boolean };

/** The settings and text functions for writing public pages in one language. */
export type Site = Options & {
  language: Language;
  t: Translator;
  /** Writes a text with markup. Its strings are escaped when they are put into a template. */
  rich: ReturnType<typeof markupTranslatorIn<Html>>;
  write: TextWriter;
  /** Numbers and money in the language of the page. */
  formats: ReturnType<typeof formatsIn>;
  /** The path of a public page in this language. */
  pathTo: (path: string) => string;
};

export function createSite(language: Language, { publicUrl, languages, offersTexts = false }: Options): Site {
  return {
    publicUrl,
    languages,
    offersTexts,
    language,
    t: translatorIn(language),
    rich: markupTranslatorIn<Html>(language),
    write: writerIn(language),
    formats: formatsIn(language),
    pathTo: (path) => publicPath(path, language),
  };
}

/** The HTML with complete URLs for pictures and links of this site, for readers on other sites. */
export const withAbsoluteUrls = (source: string, publicUrl: string): string =>
  source.replaceAll(/<(?:img|a|source|video)\b[^>]*>/gi, (tag) =>
    tag.replaceAll(/( (?:src|href|poster)=")(?=\/(?!\/))/gi, `$1${publicUrl}`),
  );
