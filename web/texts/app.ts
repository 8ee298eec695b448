import type { AppSection, CompiledTexts, StartSection } from '#shared/texts/texts.ts';
import { language, texts, translatorOf } from './start.ts';

const files = import.meta.glob<CompiledTexts>('../../shared/texts/??.ts', { query: '?app', import: 'default' });

/** Loaded before a module that uses a text runs, so a text is there wherever it is used, outside of components too. */
Object.assign(texts, await files[`../../shared/texts/${language}.ts`]?.());

/** Texts of every screen. They are loaded with the first screen after the sign-in. */
export const { t, rich } = translatorOf<StartSection | AppSection>();

/** Exported here too, for modules that write a text while they load. */
export { writeText } from './start.ts';
