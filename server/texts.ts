import { en } from '#shared/texts/en.ts';
import type { Catalogue, Language } from '#shared/texts/texts.ts';

/** One line per language. */
export const catalogues: Record<Language, Catalogue> = { en };
