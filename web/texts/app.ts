import type { AppSection, CompiledTexts, StartSection } from '#shared/texts/texts.ts';
import { language, texts, translatorOf } from './start.ts';

const files = import.meta.glob<CompiledTexts>('../../shared/texts/??.ts', { query: '?app', import: 'default' });

/** The texts are loaded before this module is, so importing modules can use them everywhere, even outside of components. */
Object.assign(texts, await files[`../../shared/texts/${language}.ts`]?.());

/** Writes the texts of every screen. They are loaded with the first screen after sign-in. */
export const { t, rich } = translatorOf<StartSection | AppSection>();

/** Modules that write a text while they load must import this from here, so that the texts are loaded first. */
export { writeText } from './start.ts';
