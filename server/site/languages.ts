import { type Language, publicPath, type Translate, type WriteText } from '#shared/texts/texts.ts';
import { markupTranslatorIn, translatorIn, writerIn } from '#shared/texts/write-text.ts';
import type { Html } from './html.ts';

type Options = { publicUrl: string; languages: readonly Language[] };

/** The public pages in one language, for everything that writes a part of them. */
export type Site = Options & {
  language: Language;
  t: Translate;
  /** Texts with markup. Strings are escaped when they are put into a template. */
  rich: ReturnType<typeof markupTranslatorIn<Html>>;
  write: WriteText;
  /** The path of a public page in this language. */
  pathTo: (path: string) => string;
};

export function siteIn(language: Language, { publicUrl, languages }: Options): Site {
  return {
    publicUrl,
    languages,
    language,
    t: translatorIn(language),
    rich: markupTranslatorIn<Html>(language),
    write: writerIn(language),
    pathTo: (path) => publicPath(path, language),
  };
}
