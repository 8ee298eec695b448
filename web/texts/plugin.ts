import { pathToFileURL } from 'node:url';
import type { Plugin, ViteDevServer } from 'vite';
import { compileTexts } from '#shared/texts/compile-texts.ts';
import { type Catalogue, addStartTexts } from '#shared/texts/texts.ts';

/** Vite's server loads a changed file again. */
async function readCatalogue(file: string, devServer: ViteDevServer | undefined): Promise<Catalogue> {
  const module = (devServer ? await devServer.ssrLoadModule(file) : await import(pathToFileURL(file).href)) as Record<
    string,
    Catalogue
  >;
  const [catalogue] = Object.values(module);
  if (!catalogue) throw new Error(`${file} exports no catalogue`);
  return catalogue;
}

/** Compiles a language's catalogue when the app asks for it, as `shared/texts/en.ts?app`. */
export function compiledTexts(): Plugin {
  let devServer: ViteDevServer | undefined;
  return {
    name: 'texts',
    enforce: 'pre',
    configureServer(server) {
      devServer = server;
    },
    async load(id) {
      const [, file] = /^(.*\/shared\/texts\/[a-z]{2}\.ts)\?app$/.exec(id) ?? [];
      if (!file) return null;
      return `export default ${JSON.stringify(compileTexts(await readCatalogue(file, devServer), 'app'))}`;
    },
    /** Loads the page again when a section of the catalogue changes. */
    hotUpdate({ file, modules }) {
      const [, folder] = /^(.*\/shared\/texts\/[a-z]{2})\/\w+\.ts$/.exec(file) ?? [];
      if (folder) return [...modules, ...(this.environment.moduleGraph.getModulesByFile(`${folder}.ts`) ?? [])];
    },
    transformIndexHtml: {
      order: 'pre',
      /** In `npm run dev` the page is in English. In production the server writes the user's texts (server/app-page/app-page.ts). */
      async handler(page, { server }) {
        if (!server) return page;
        const english = new URL('../../shared/texts/en.ts', import.meta.url).pathname;
        return addStartTexts(page, compileTexts(await readCatalogue(english, server), 'start'), 'en');
      },
    },
  };
}
