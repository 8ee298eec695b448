import compile from 'icu-minify/compile';
import { type Catalogue, type CompiledTexts, isStartSection, serverSections } from './texts.ts';

/** What the web app loads: `start` is what the sign-in needs, `app` is everything. */
export type TextPart = 'start' | 'app';

/** A part of a catalogue as `formatText` takes it, so that the browser needs no parser of messages. */
export function compileTexts(catalogue: Catalogue, part: TextPart): CompiledTexts {
  const texts = Object.entries(catalogue)
    .filter(([section]) => (part === 'start' ? isStartSection(section) : !serverSections.has(section)))
    .flatMap(([section, messages]) =>
      Object.entries(messages).map(([name, message]) => [`${section}.${name}`, compile(message)] as const),
    );
  return Object.fromEntries(texts);
}
