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
  type Translator,
  type TextWriter,
} from './texts.ts';

/**
 * The catalogue of each language. Each file declares its catalogue as a `Catalogue`, so a missing key
 * is a compile error.
 */
export const catalogues = Object.fromEntries(
  await Promise.all(
    languages.map(
      async (code) => [code, ((await import(/* @vite-ignore */ `./${code}.ts`)) as Record<string, Catalogue>)[code]] as const,
    ),
  ),
) as Record<Language, Catalogue>;

/** Messages are compiled when they are first used, because most processes use few of them. */
const compiledMessages = new Map<string, CompiledMessage>();

function messageOf(language: Language, key: string): CompiledMessage {
  const id = `${language}.${key}`;
  const compiledMessage = compiledMessages.get(id);
  if (compiledMessage !== undefined) return compiledMessage;
  const source = sourceOf(catalogues[language], key);
  if (source === undefined) return key;
  const message = compile(source);
  compiledMessages.set(id, message);
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

/** Writes texts of the catalogue in one language: `const t = translatorIn('en'); t('site.jobs', { count })`. */
export function translatorIn(language: Language): Translator {
  const translate = (key: string, parameters?: FormatValues) => writeText({ key, parameters }, language);
  return Object.assign(translate, { language });
}

type MarkupTranslator<Markup> = <Key extends TextKey>(
  key: Key,
  parameters: MarkupParameters<Key, Markup>,
) => readonly (string | Markup)[];

/** Writes texts with markup in one language. Each tag of a text is a function among the parameters. */
export function markupTranslatorIn<Markup>(language: Language): MarkupTranslator<Markup> {
  return (key, parameters) =>
    [formatText(messageOf(language, key), language, parameters as unknown as FormatValues<Markup>)].flat() as (string | Markup)[];
}

/**
 * Writes a stored reason, such as why a card was declined. A reason is a key of the catalogue without parameters. Any other
 * reason came from the payment service and is written unchanged.
 */
export const writeReason = <Reason extends string | null>(reason: Reason, language: Language = 'en'): Reason =>
  (reason === null ? null : writeText({ key: reason }, language)) as Reason;

/** `writeText` for one language. */
export const writerIn = (language: Language): TextWriter =>
  Object.assign((text: Text) => writeText(text, language), { language });
