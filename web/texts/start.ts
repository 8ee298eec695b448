import type { FormatValues } from 'icu-minify/format';
import { createElement, Fragment, type ReactNode } from 'react';
import {
  type CompiledTexts,
  formatText,
  isLanguage,
  type Language,
  type MarkupParameters,
  type Section,
  type StartSection,
  type TextKey,
  type Translate,
} from '#shared/texts/texts.ts';

const page = typeof document === 'undefined' ? null : document;
const lang = page?.documentElement.lang ?? '';

/** The reader's language, which the server wrote into the page. Choosing another one loads the page again. */
export const language: Language = isLanguage(lang) ? lang : 'en';

export type RichText<In extends Section> = <Key extends TextKey<In>>(
  key: Key,
  parameters: MarkupParameters<Key, ReactNode>,
) => ReactNode;

/** `t` writes a text. `rich` writes a text with markup, whose tags are functions among its parameters. */
export function translatorOf<In extends Section>(texts: CompiledTexts): { t: Translate<In>; rich: RichText<In> } {
  return {
    t: (key, ...[parameters]) => String(formatText(texts[key] ?? key, language, parameters as FormatValues | undefined)),
    rich: (key, parameters) => {
      const parts = formatText(texts[key] ?? key, language, parameters as unknown as FormatValues<ReactNode>);
      return createElement(Fragment, null, ...[parts].flat());
    },
  };
}

/** What the server wrote into the page. */
export const startTexts = JSON.parse(page?.getElementById('texts')?.textContent || '{}') as CompiledTexts;

/** Texts of the first load: of sign-in, and of the parts that every screen shares. They are in the page. */
export const { t, rich } = translatorOf<StartSection>(startTexts);
