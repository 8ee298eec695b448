import compile from 'icu-minify/compile';
import { type Catalogue, type CompiledTexts, isStartSection, serverSections } from './texts.ts';

/**
 * The parts that the web app loads: `start` has the texts of the sign-in, and `app` has all texts except those that only the
 * server writes.
 */
export type TextPart = 'start' | 'app';

/** Compiles a part of a catalogue for `formatText`, so that the browser needs no message parser. */
export function compileTexts(catalogue: Catalogue, part: TextPart): CompiledTexts {
  const texts = Object.entries(catalogue)
    .filter(([section]) => (part === 'start' ? isStartSection(section) : !serverSections.has(section)))
    .flatMap(([section, messages]) =>
      Object.entries(messages).map(([name, message]) => [`${section}.${name}`, compile(message)] as const),
    );
  return Object.fromEntries(texts);
}
