import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { pageScripts } from '#shared/page-scripts.ts';

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const builtFile = pathOf('../../dist/public-pages.json');

type Built = { text: string; sources: readonly string[] };

/** Builds one file with everything that it imports into one text, for a script or style element. */
async function buildFile(file: string): Promise<Built> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: {
        input: file,
        // Only what a script uses of a module is in the script, although most modules are made for the app.
        treeshake: { moduleSideEffects: false, propertyReadSideEffects: false, manualPureFunctions: ['text'] },
        output: { format: file.endsWith('.css') ? 'es' : 'iife' },
      },
    },
  });
  if (!('output' in result)) throw new Error(`${file} was not built at once`);
  const text = result.output.map((output) => (output.type === 'asset' ? String(output.source) : output.code)).join('');
  return {
    text: text.trim(),
    sources: [file, ...result.output.flatMap((output) => ('moduleIds' in output ? output.moduleIds : []))],
  };
}

/**
 * Builds the scripts and the stylesheet of the public pages, and the service worker, into one file, which the server reads
 * (`server/site/page-parts.ts`). Returns the files that it was built from.
 */
export async function buildPublicPages(): Promise<Set<string>> {
  const styles = await buildFile(pathOf('styles.css'));
  const scripts = await Promise.all(pageScripts.map(async (name) => [name, await buildFile(pathOf(`${name}.ts`))] as const));
  const serviceWorker = await buildFile(pathOf('../service-worker/service-worker.ts'));
  const texts = Object.fromEntries(scripts.map(([name, { text }]) => [name, text]));
  mkdirSync(pathOf('../../dist'), { recursive: true });
  // Another process may read the file at this moment.
  const unfinishedFile = `${builtFile}.${process.pid}`;
  writeFileSync(unfinishedFile, JSON.stringify({ scripts: texts, styles: styles.text, serviceWorker: serviceWorker.text }));
  renameSync(unfinishedFile, builtFile);
  return new Set([styles, serviceWorker, ...scripts.map(([, script]) => script)].flatMap(({ sources }) => sources));
}

/**
 * Builds the public pages' scripts and styles with the app. Under `npm run dev` it builds them again when they change, and
 * Node restarts the server. It also writes the script that runs before the app into `index.html`.
 */
export function publicPages(): Plugin {
  return {
    name: 'public-pages',
    async writeBundle() {
      await buildPublicPages();
    },
    async configureServer({ watcher, config }) {
      let sources = new Set<string>();
      const buildAndWatch = async () => {
        sources = await buildPublicPages();
        watcher.add([...sources]);
      };
      await buildAndWatch();
      watcher.on('change', (file) => {
        if (sources.has(file)) buildAndWatch().catch((error: unknown) => config.logger.error(String(error)));
      });
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(page) {
        const { text } = await buildFile(pathOf('../app-start.ts'));
        return page.replace('<script src="./app-start.ts"></script>', () => `<script>${text}</script>`);
      },
    },
  };
}
