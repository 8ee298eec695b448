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
  type Translate,
} from '#shared/texts/texts.ts';

const page = typeof document === 'undefined' ? null : document;
const lang = page?.documentElement.lang ?? '';

/** The reader's language, which the server wrote into the page. Choosing another one loads the page again. */
export const language: Language = isLanguage(lang) ? lang : 'en';

/** The texts that are here: those of the first load, which the server wrote into the page, then those of `app.ts`. */
export const texts = JSON.parse(page?.getElementById('texts')?.textContent || '{}') as Record<string, CompiledMessage>;

const format = <Markup = never>(key: string, parameters?: FormatValues<Markup>) =>
  formatText<Markup>(texts[key] ?? key, language, parameters);

/** Writes a text that a rule or the server chose. */
export const writeText = ({ key, parameters }: Text): string => String(format(key, parameters));

type RichText<In extends Section> = <Key extends TextKey<In>>(
  key: Key,
  parameters: MarkupParameters<Key, ReactNode>,
) => ReactNode;

/** `t` writes a text. `rich` writes a text with markup, whose tags are functions among its parameters. */
export function translatorOf<In extends Section>(): { t: Translate<In>; rich: RichText<In> } {
  return {
    t: (key, ...[parameters]) => String(format(key, parameters as FormatValues | undefined)),
    rich: (key, parameters) =>
      createElement(Fragment, null, ...[format(key, parameters as unknown as FormatValues<ReactNode>)].flat()),
  };
}

/** Texts of the first load: of sign-in, and of the parts that every screen shares. */
export const { t, rich } = translatorOf<StartSection>();
