import type { CompiledMessage, FormatValues } from 'icu-minify/format';
import { createElement, Fragment, type ReactNode } from 'react';
import {
  formatText,
  isLanguage,
  type Language,
  type MarkupParameters,
  type Section,
  type StartSection,
  type Text,
  type TextKey,
  type TextWriter,
  type Translator,
} from '#shared/texts/texts.ts';

const page = typeof document === 'undefined' ? null : document;
const lang = page?.documentElement.lang ?? '';

/** The user's language, which the server wrote into the page. Choosing another one reloads the page. */
export const language: Language = isLanguage(lang) ? lang : 'en';

/** The loaded texts. The server writes those of the first load into the page, and `app.ts` adds the others. */
export const texts = JSON.parse(page?.getElementById('texts')?.textContent || '{}') as Record<string, CompiledMessage>;

const format = <Markup = never>(key: string, parameters?: FormatValues<Markup>) =>
  formatText<Markup>(texts[key] ?? key, language, parameters);

/** Writes a text whose key comes from a validation rule or from the server. */
export const writeText: TextWriter = Object.assign(({ key, parameters }: Text) => String(format(key, parameters)), { language });

type RichText<In extends Section> = <Key extends TextKey<In>>(
  key: Key,
  parameters: MarkupParameters<Key, ReactNode>,
) => ReactNode;

/** `t` writes a text. `rich` writes a text with markup, whose tags are functions among its parameters. */
export function translatorOf<In extends Section>(): { t: Translator<In>; rich: RichText<In> } {
  return {
    t: Object.assign((key: string, parameters?: FormatValues) => String(format(key, parameters)), { language }),
    rich: (key, parameters) =>
      createElement(Fragment, null, ...[format(key, parameters as unknown as FormatValues<ReactNode>)].flat()),
  };
}

/** Writes the texts of the first load: those of sign-in and of the parts that every screen shares. */
export const { t, rich } = translatorOf<StartSection>();
