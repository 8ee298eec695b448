import compile from 'icu-minify/compile';
import type { CompiledMessage, FormatValues } from 'icu-minify/format';
import {
  type Catalogue,
  formatText,
  type Language,
  languages,
  type MarkupParameters,
  type Text,
  type TextKey,
  type Translate,
  type WriteText,
} from './texts.ts';

/** The catalogue of each language. Its file says that it is a `Catalogue`, so the compiler finds a missing key. */
export const catalogues = Object.fromEntries(
  await Promise.all(
    languages.map(
      async (code) => [code, ((await import(/* @vite-ignore */ `./${code}.ts`)) as Record<string, Catalogue>)[code]] as const,
    ),
  ),
) as Record<Language, Catalogue>;

/** Messages are compiled when they are first used: most processes use few of them. */
const compiled = new Map<string, CompiledMessage>();

function messageOf(language: Language, key: string): CompiledMessage {
  const id = `${language}.${key}`;
  const source = sourceOf(catalogues[language], key);
  if (source === undefined) return key;
  const message = compiled.get(id) ?? compile(source);
  compiled.set(id, message);
  return message;
}

function sourceOf(catalogue: Catalogue, key: string): string | undefined {
  const [section = '', name = ''] = key.split('.');
  return (catalogue as Record<string, Record<string, string>>)[section]?.[name];
}

/** Writes a text in the reader's language. The server uses this; the web app has the texts of one language only. */
export function writeText({ key, parameters }: Text, language: Language): string {
  return String(formatText(messageOf(language, key), language, parameters));
}

/** Writes texts of the catalogue in one language: `const t = translatorIn('en'); t('public.jobs', { count })`. */
export function translatorIn(language: Language): Translate {
  return (key, ...[parameters]) => writeText({ key, parameters: parameters as FormatValues | undefined }, language);
}

type TranslateMarkup<Markup> = <Key extends TextKey>(
  key: Key,
  parameters: MarkupParameters<Key, Markup>,
) => readonly (string | Markup)[];

/** The same for texts with markup, whose tags are functions among the parameters. */
export function markupTranslatorIn<Markup>(language: Language): TranslateMarkup<Markup> {
  return (key, parameters) =>
    [formatText(messageOf(language, key), language, parameters as unknown as FormatValues<Markup>)].flat() as (string | Markup)[];
}

/**
 * Writes a stored reason, such as why a card was declined: a key of the catalogue without parameters. Anything else is what
 * the payment service said, and is written as it is.
 */
export const writeReason = <Reason extends string | null>(reason: Reason, language: Language = 'en'): Reason =>
  (reason === null ? null : writeText({ key: reason }, language)) as Reason;

/** `writeText` for one language. */
export const writerIn =
  (language: Language): WriteText =>
  (text) =>
    writeText(text, language);
