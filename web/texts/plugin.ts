import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { compileTexts } from '#shared/texts/compile-texts.ts';
import { type Catalogue, addStartTexts } from '#shared/texts/texts.ts';

async function readCatalogue(file: string): Promise<Catalogue> {
  const module = (await import(`${pathToFileURL(file).href}?${statSync(file).mtimeMs}`)) as Record<string, Catalogue>;
  const [catalogue] = Object.values(module);
  if (!catalogue) throw new Error(`${file} exports no catalogue`);
  return catalogue;
}

/** Compiles a language's catalogue when the app asks for it, as `shared/texts/en.ts?app`. */
export function compiledTexts(): Plugin {
  return {
    name: 'texts',
    enforce: 'pre',
    async load(id) {
      const [, file] = /^(.*\/shared\/texts\/[a-z]{2}\.ts)\?app$/.exec(id) ?? [];
      if (!file) return null;
      this.addWatchFile(file);
      return `export default ${JSON.stringify(compileTexts(await readCatalogue(file), 'app'))}`;
    },
    transformIndexHtml: {
      order: 'pre',
      /** In `npm run dev` the page is in English. In production the server writes the user's texts (server/built-app.ts). */
      async handler(page, { server }) {
        if (!server) return page;
        const english = new URL('../../shared/texts/en.ts', import.meta.url).pathname;
        return addStartTexts(page, compileTexts(await readCatalogue(english), 'start'), 'en');
      },
    },
  };
}
