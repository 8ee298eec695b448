import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type ProxyOptions } from 'vite';
import { languages } from './shared/texts/texts.ts';
import { compressedAssets } from './web/compressed-assets.ts';
import { publicPages } from './web/public-pages/build.ts';
import { compiledTexts } from './web/texts/plugin.ts';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };

/** The server of `npm run dev`, which answers everything except screens of the app. */
const server = 'http://127.0.0.1:3000';
const servedByServer = [
  '/api',
  '/trpc',
  '/gateway',
  '/media',
  '/feeds',
  '/jobs',
  '/companies',
  '/login/social/form',
  '/test-sign-in',
  '/site',
  '/how-we-use-ai',
  '/unsubscribe',
  '/sitemap.xml',
  '/sitemaps',
  '/robots.txt',
  '/service-worker.js',
  '/offline',
  '/healthz',
  '/readyz',
  ...languages.slice(1).map((language) => `/${language}`),
];

/** Public pages begin with `/jobs`, but so do the URLs of the modules in `web/jobs`, which Vite serves. */
const keepForVite: ProxyOptions['bypass'] = ({ headers: { accept = '' }, url = '' }) =>
  url.startsWith('/jobs') && !accept.includes('text/html') ? url : undefined;

/**
 * The first group that matches a module takes it and what it imports: what the app starts with, including sign-in; what the
 * sign-in page shows after its form; and what at least five other screens share. Without `start` and `shared` the first load
 * is 59 files, which compress worse, and a portal's first screen 150 (docs/decisions/0040-one-route-tree.md; budget:
 * tests/bench/first-load.ts).
 */
const groups = [
  { name: 'start', tags: ['$initial' as const] },
  { name: 'sign-in-parts', test: /\/web\/auth\/SignInParts\.tsx$/ },
  { name: 'shared', minShareCount: 5 },
];

export default defineConfig({
  root: 'web',
  resolve: { alias: [{ find: /^zod\/mini$/, replacement: fileURLToPath(new URL('web/browser/zod.ts', import.meta.url)) }] },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    target: 'es2023',
    // The lists of files to preload would add 5 KB to the first load, and most of what a screen needs is in two files
    // anyway.
    modulePreload: false,
    // The first load names the file of every screen. Names of a hash with seven characters make it 0.4 KB smaller. The manifest
    // says which module is in which file.
    rolldownOptions: {
      output: {
        codeSplitting: { groups },
        chunkFileNames: ({ name }) =>
          groups.some((group) => group.name === name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(version) },
  plugins: [
    compiledTexts(),
    publicPages(),
    compressedAssets(),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      codeSplittingOptions: {
        defaultBehavior: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
      },
      routesDirectory: './routes',
      generatedRouteTree: './routeTree.gen.ts',
      routeFileIgnorePattern: String.raw`\.test\.tsx?$`,
      addExtensions: true,
    }),
    react(),
    {
      name: 'flags',
      apply: 'serve',
      /** Under `npm run dev` this writes the settings into the page, as server/app-page/app-page.ts does otherwise. */
      transformIndexHtml: (page) =>
        page.replace(
          '<meta name="flags" content=""',
          `<meta name="flags" content="${loadEnv('', process.cwd(), 'FLAGS').FLAGS ?? ''}"`,
        ),
    },
  ],
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: Object.fromEntries(
      servedByServer.map((path) => [
        `^${path.replace('.', String.raw`\.`)}(/|$|\\?)`,
        { target: server, changeOrigin: false, bypass: keepForVite },
      ]),
    ),
  },
});
