import { readFileSync } from 'node:fs';
import { tanstackRouter, tanstackRouterGenerator } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };

/** The server of `npm run dev`; everything that is not a screen of the app is its. */
const server = 'http://127.0.0.1:3000';
const servedByServer = [
  '/api',
  '/trpc',
  '/gateway',
  '/media',
  '/feeds',
  // Not the modules of `web/jobs`, which have the same beginning.
  '/jobs(?!/[^/?]+/apply|/[^?]+[.][a-z]+)',
  '/login/social/form',
  '/test-sign-in',
  '/site',
  '/how-we-use-ai',
  '/sitemap.xml',
  '/sitemaps',
  '/robots.txt',
  '/healthz',
  '/readyz',
];

/**
 * What every first visit needs, in two files: left alone, the bundler cuts it in twenty-five, whose sum as gzip is 7 KB more
 * (budget: tests/bench/first-load.ts).
 */
const firstLoad = [
  {
    name: 'entry',
    test: new RegExp(
      [
        'node_modules/(react|react-dom|scheduler)/',
        '@tanstack/(react-router|router-core|history|store|react-store)/',
        'web/(theme|main|flags|query-client|errors|session|guard|me|refresh)[.]ts',
        'shared/(access/access|flags|messages|brand)[.]ts',
        'vite/preload',
      ].join('|'),
    ),
  },
  {
    name: 'form',
    test: new RegExp(
      [
        '@mantine/form/|node_modules/(klona|fast-deep-equal)/',
        '@mantine/core/esm/components/(Input|InputBase|TextInput|PasswordInput|ActionIcon|CloseButton|Alert|Anchor)/',
        'web/ui/form/(Form|schema-form|PasswordField)[.]',
        'web/ui/(toast|page-title|Logo)[.]',
        'web/frames/(AuthLayout|AuthCard|use-busy)[.]',
        'web/auth/(EntranceLink|sign-in|reset-proof|social-sources)[.]',
        'shared/accounts/(terms|social-sources)[.]',
      ].join('|'),
    ),
  },
];

/** What most screens behind the log-in share, in four files for the same reason: how they ask, what floats, the frame, the lists. */
const portals = [
  {
    name: 'data',
    test: new RegExp(
      ['node_modules/(zod|@trpc)/', '@tanstack/(react-)?query', 'web/(trpc|time-out|refresh-link|events-link)[.]ts'].join('|'),
    ),
  },
  {
    name: 'overlay',
    test: /@mantine\/core\/esm\/components\/(Modal|Drawer|Menu|Popover|Tooltip|ScrollArea|Combobox|Paper|VisuallyHidden)\/|web\/ui\/ConfirmDialog[.]/,
  },
  {
    name: 'frame',
    test: /web\/(frames|notifications)\/(PortalFrame|PersonBanner|Sidebar|TopBar|UserMenu|Bell)[.]|web\/ui\/(PageHeader|Section|EmptyState|ErrorState|Loading|Values|StatusBadge)[.]|web\/auth\/UnverifiedBanner[.]|@mantine\/core\/esm\/components\/(Badge|Skeleton)\//,
  },
  { name: 'grid', test: /web\/ui\/grid\/(DataGrid|GridSkeleton|GridFooter)[.]|web\/ui\/(Pages|SearchInput)[.]/ },
];

/** Routes that a visitor who is not signed in does not need: the entrance's tree is made without them (web/App.tsx). */
const sections = ['_gallery', 'account', 'admin', 'ads', 'company', 'company-info', 'company-address', 'jobs', 'members', 'news'];

export default defineConfig({
  root: 'web',
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    target: 'es2023',
    rolldownOptions: { output: { codeSplitting: { groups: [...firstLoad, ...portals] } } },
  },
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(version) },
  plugins: [
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
    tanstackRouterGenerator({
      target: 'react',
      routesDirectory: './routes',
      generatedRouteTree: './entranceTree.gen.ts',
      routeFileIgnorePattern: String.raw`\.test\.tsx?$|^(${sections.join('|')})(\.|$)`,
      addExtensions: true,
      disableTypes: true,
    }),
    react(),
    {
      name: 'flags',
      apply: 'serve',
      /** Under `npm run dev` this writes the setting into the page, which else server/built-app.ts does. */
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
      servedByServer.map((path) => [`^${path.replace('.', String.raw`\.`)}(/|$|\\?)`, { target: server, changeOrigin: false }]),
    ),
  },
});
