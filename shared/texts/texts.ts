import type { GetICUArgs } from '@schummar/icu-type-parser';
import type { CompiledMessage, FormatValues } from 'icu-minify/format';
import format from 'icu-minify/format';
import type { en } from './en.ts';
import { type Language, languageNames } from './languages.ts';

export { type Language, languageNames };
export const languages = Object.keys(languageNames) as [Language, ...Language[]];
/** Remembers the language that a person chose in this browser. */
export const languageCookie = 'language';
export const isLanguage = (code: string): code is Language => languages.some((language) => language === code);

/** The path of a public page in a language: `/jobs` in the first one, `/es/jobs` in Spanish. */
export const publicPath = (path: string, language: string): string => (language === languages[0] ? path : `/${language}${path}`);

/** English is the source. The compiler checks keys and parameters against the English texts. */
type Source = typeof en;
export type Section = keyof Source;
/** The sections that the first load of the web app needs: the texts that every screen shares, and the sign-in. */
export const startSections = ['ui', 'signIn'] as const satisfies readonly Section[];
export type StartSection = (typeof startSections)[number];
export const isStartSection = (section: string): section is StartSection =>
  startSections.some((startSection) => startSection === section);
/** Sections that only the server writes. The web app does not load them. */
const serverSectionNames = [
  'files',
  'site',
  'emails',
  'receipts',
  'notices',
  'suggestions',
] as const satisfies readonly Section[];
export const serverSections: ReadonlySet<string> = new Set<Section>(serverSectionNames);
export type AppSection = Exclude<Section, StartSection | (typeof serverSectionNames)[number]>;
export type CompiledTexts = Readonly<Record<string, CompiledMessage>>;
/** Every other language must have the same keys. */
export type Catalogue = { readonly [In in Section]: { readonly [Key in keyof Source[In]]: string } };

/** `signIn.email`: a section of the catalogue and a name in it. */
export type TextKey<In extends Section = Section> = { [Name in In]: `${Name}.${keyof Source[Name] & string}` }[In];

type MessageOf<Key extends string> = Key extends `${infer In extends Section}.${infer Name}`
  ? Name extends keyof Source[In]
    ? Source[In][Name]
    : never
  : never;

type Parameters<Message> = Message extends string
  ? GetICUArgs<Message, { ICUArgument: string | number; ICUNumberArgument: number; ICUDateArgument: Date }>
  : never;
/** The parameters of a text: none, or an object with a value for each parameter. */
export type TextParameters<Key extends string> = keyof Parameters<MessageOf<Key>> extends never
  ? []
  : [parameters: Parameters<MessageOf<Key>>];

type TagsIn<Message> = Message extends `${string}</${infer Tag}>${infer Rest}` ? Tag | TagsIn<Rest> : never;
/** A text with markup needs a function for each of its tags. */
export type MarkupParameters<Key extends string, Markup> = Parameters<MessageOf<Key>> & {
  [Tag in TagsIn<MessageOf<Key>>]: (content: (string | Markup)[]) => Markup;
};

/** Writes a text in one language. */
export type Translator<In extends Section = Section> = {
  <Key extends TextKey<In>>(key: Key, ...parameters: TextParameters<Key>): string;
  readonly language: Language;
};

/** Creating a formatter takes a hundred times as long as using it, so formatters are cached. */
function cached<Formatter, Options>(create: (locale: string, options?: Options) => Formatter) {
  const formatters = new Map<string, Formatter>();
  return (locale?: unknown, options?: Options): Formatter => {
    const key = `${String(locale)} ${JSON.stringify(options ?? null)}`;
    const formatter = formatters.get(key) ?? create(String(locale), options);
    formatters.set(key, formatter);
    return formatter;
  };
}
export const formatters = {
  getNumberFormat: cached((locale, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options)),
  getDateTimeFormat: cached((locale, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options)),
  getPluralRules: cached((locale, options?: Intl.PluralRulesOptions) => new Intl.PluralRules(locale, options)),
};

/** The locale of a language. Texts are for readers in the United States. */
export const localeOf = (language: Language) => `${language}-US`;

/**
 * Writes a text with its parameters. Returns a string, or an array of strings and markup when the text has tags.
 * Throws when a parameter is missing, which the compiler prevents for keys it knows.
 */
export function formatText<Markup = never>(message: CompiledMessage, language: Language, parameters?: FormatValues<Markup>) {
  return format<Markup>(message, localeOf(language), parameters, { formatters });
}

/** A text as a key with parameters, which is written in the reader's language when it is shown. */
export type Text = { key: string; parameters?: FormatValues };

/** Writes a text in the reader's language: `writeText` of the web app, or `writerIn(language)` on the server. */
export type TextWriter = { (text: Text): string; readonly language: Language };

/** Creates a text from its key and parameters: `text('errors.fileUsedByAd', { title })`. */
export function text<Key extends TextKey>(key: Key, ...[parameters]: TextParameters<Key>): Text {
  return { key, parameters };
}

/** A part of an input that a schema refused, as Zod describes it. */
export type SchemaIssue = {
  readonly message: string;
  readonly path?: readonly PropertyKey[];
  readonly maximum?: unknown;
  readonly minimum?: unknown;
  readonly divisor?: unknown;
  readonly values?: unknown;
  readonly keys?: unknown;
};

/** Schemas name texts by their keys. The numbers and lists of such a text are those of the issue. */
export function textOfIssue({ message, maximum, minimum, divisor, values, keys }: SchemaIssue): Text {
  return { key: message, parameters: { ...numbers({ maximum, minimum, divisor }), ...lists({ values, keys }) } };
}

const numbers = (bounds: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(bounds).flatMap(([name, bound]) => (bound === undefined ? [] : [[name, Number(bound)]])));
const lists = (entries: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(entries).flatMap(([name, list]) => (Array.isArray(list) ? [[name, list.map(String).join(', ')]] : [])),
  );

/** Adds the language and the texts of the first load to the app's page. The app reads them from there (web/texts/start.ts). */
export function addStartTexts(page: string, texts: CompiledTexts, language: Language): string {
  const json = JSON.stringify(texts).replaceAll('<', String.raw`\u003c`);
  return page
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace(
      '<script type="application/json" id="texts"></script>',
      () => `<script type="application/json" id="texts">${json}</script>`,
    );
}
