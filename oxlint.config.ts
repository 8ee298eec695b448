import { readdirSync } from 'node:fs';
import { defineConfig } from 'oxlint';

/**
 * The import rules between folders (ARCHITECTURE.md). Imports between folders use `#folder/…` and never `../`, so that the
 * folder is visible in the import. Each entry lists what the files on the left must not import.
 */
const domains = [
  'auth',
  'company',
  'jobs',
  'applicants',
  'interviews',
  'messages',
  'drivers',
  'billing',
  'checkout',
  'news',
  'ads',
  'admin',
  'gallery',
  'deletion',
];
const everyDomain = domains.map((name) => `#server/${name}/**`);
const entryPoints = ['#server/rest/**', '#server/site/**'];
const applicationFiles = [
  '#server/app.ts',
  '#server/main.ts',
  '#server/router.ts',
  '#server/worker/**',
  ...entryPoints,
  '#server/commands/**',
  '#server/metrics/**',
  '#server/backup/**',
  '#server/demo/**',
  '#tests/**',
];
const procedures = ['#server/trpc.ts'];
const serviceFolders = [
  'ai',
  'registry',
  'session',
  'limits',
  'media',
  'mail',
  'notifications',
  'places',
  'search',
  'gateway',
  'receipts',
  'rich-text',
  'security',
  'audit',
].map((name) => `#server/${name}/**`);
const otherDomains = (...allowed: string[]) =>
  domains.filter((name) => !allowed.includes(name)).map((name) => `#server/${name}/**`);

/**
 * The layers of web/, the lowest first. A folder may import all folders of lower layers, and of its own layer only those in
 * `featureImports`.
 */
const webFloors = [
  ['texts'],
  ['browser'],
  ['session'],
  ['api', 'public-pages', 'service-worker'],
  ['signed-in'],
  ['ui'],
  ['illustrations', 'impersonation', 'matching', 'notifications', 'places', 'recommend', 'rich-text', 'uploads'],
  ['layouts'],
];
const featureImports: Record<string, string[]> = {
  account: ['auth'],
  admin: ['account', 'billing', 'company', 'jobs'],
  applicants: ['company', 'interviews', 'jobs', 'messages'],
  billing: ['company'],
  checkout: ['billing', 'company', 'jobs'],
  drivers: ['account', 'ads', 'auth', 'interviews', 'news'],
  employees: ['account'],
  jobs: ['billing', 'company', 'support'],
  messages: ['jobs'],
  settings: ['account', 'auth', 'billing', 'company'],
};
const webFolders = readdirSync(new URL('web', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const features = webFolders.filter((name) => name !== 'routes' && !webFloors.flat().includes(name));
const allWebFloors = [...webFloors, features, ['routes']];
const webEntry = ['#web/main.tsx', '#web/routeTree.gen.ts'];

/** What a folder of web/ must not import: higher layers, and unlisted folders of its own layer. */
function forbiddenInWeb(folder: string): string[] {
  const floor = allWebFloors.findIndex((names) => names.includes(folder));
  const allowed = [folder, ...(featureImports[folder] ?? [])];
  const closed = allWebFloors.slice(floor).flat();
  return [...webEntry, ...closed.filter((name) => !allowed.includes(name)).map((name) => `#web/${name}/**`)];
}

type ImportRule = { files: string[]; forbidden: string[]; message: string; isWeb?: boolean };
const importRules: ImportRule[] = [
  { files: ['server/**'], forbidden: [], message: '' },
  { files: ['shared/**'], forbidden: ['#server/**', '#web/**', '#drizzle/**', '#tests/**'], message: 'shared is a leaf' },
  { files: ['drizzle/**'], forbidden: ['#server/**', '#web/**', '#tests/**'], message: 'drizzle imports shared only' },
  { files: ['web/*'], forbidden: [], message: '', isWeb: true },
  ...webFolders.map((name) => ({
    files: [`web/${name}/**`],
    forbidden: forbiddenInWeb(name),
    message: `web/${name} imports lower layers${featureImports[name] ? ` and ${featureImports[name].join(', ')}` : ''} only`,
    isWeb: true,
  })),
  {
    files: ['settings', 'http', 'downloads', 'input', 'db', 'lists']
      .map((name) => `server/${name}/**`)
      .concat('server/errors.ts', 'server/log.ts'),
    forbidden: ['#web/**', ...everyDomain, ...serviceFolders, ...procedures, ...applicationFiles],
    message: 'settings, http, downloads, input, db, lists, errors and log import nothing above them',
  },
  {
    files: serviceFolders.map((group) => group.slice(1)),
    forbidden: ['#web/**', ...everyDomain, ...procedures, ...applicationFiles],
    message: 'shared server services import no domain',
  },
  {
    files: ['server/trpc.ts', 'server/access/**'],
    forbidden: ['#web/**', ...everyDomain, ...applicationFiles],
    message: 'procedures import no domain',
  },
  ...domains.map((name) => {
    const allowedImports: Record<string, string[]> = {
      checkout: ['billing', 'jobs'],
      applicants: ['jobs', 'drivers'],
      interviews: ['applicants'],
      messages: ['applicants'],
      drivers: ['jobs'],
      company: ['auth'],
      admin: ['auth', 'company'],
      deletion: ['billing', 'company', 'drivers', 'jobs'],
    };
    const imports = allowedImports[name] ?? [];
    return {
      files: [`server/${name}/**`],
      forbidden: ['#web/**', ...otherDomains(name, ...imports), ...applicationFiles],
      message: `${name} imports ${imports.join(', ') || 'no other domain'}`,
    };
  }),
  {
    files: ['server/worker/**', 'server/router.ts'],
    forbidden: ['#web/**', ...entryPoints, '!#server/site/preview-router.ts', '#server/app.ts', '#server/main.ts'],
    message: 'the worker and the router do not import REST, the app, or public pages except the preview of a job',
  },
  {
    files: ['server/rest/**', 'server/site/**'],
    forbidden: ['#web/**', '#server/app.ts', '#server/main.ts'],
    message: 'REST and public pages do not import the app',
  },
];

const upwards = { group: ['../**'], message: 'write #folder/… between folders' };
const stores = ['localStorage', 'sessionStorage'];
const storeMessage = 'write stored() of #web/stored.ts, or storedText() of #web/stored-text.ts';
const storeHooks = {
  group: ['@mantine/hooks'],
  importNames: ['useLocalStorage', 'useSessionStorage', 'readLocalStorageValue', 'readSessionStorageValue'],
  message: storeMessage,
};
const typesOfServer = {
  group: ['#server/**', '#drizzle/**', '#tests/**'],
  message: 'web may import only types from server (import type)',
  allowTypeImports: true,
};

const zodOfServer = { name: 'zod/mini', message: "write 'zod' in server, where size does not matter" };
const zodOfBrowser = { name: 'zod', message: "write 'zod/mini' in code that browsers load" };

function refusal({ files, forbidden, message, isWeb = false }: ImportRule): ['error', object] {
  const own = forbidden.length > 0 ? [{ group: forbidden, message }] : [];
  const zod = files.every((file) => file.startsWith('server/')) ? zodOfServer : zodOfBrowser;
  return ['error', { paths: [zod], patterns: [upwards, ...own, ...(isWeb ? [storeHooks, typesOfServer] : [])] }];
}

export default defineConfig({
  plugins: ['react', 'typescript', 'import', 'jsx-a11y', 'unicorn', 'oxc', 'vitest', 'node'],
  categories: { correctness: 'error' },
  ignorePatterns: ['**/*.gen.{ts,js}', 'dist/**', 'drizzle/migrations/**', 'data/**'],
  options: { typeAware: true },
  rules: {
    'import/no-cycle': 'error',
    'node/no-process-env': 'error',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-import-type-side-effects': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-unnecessary-type-assertion': 'error',
    'no-restricted-imports': ['error', { patterns: [upwards] }],
    'no-restricted-globals': ['error', ...stores.map((name) => ({ name, message: storeMessage }))],
    'no-restricted-properties': [
      'error',
      ...['window', 'globalThis', 'self'].flatMap((object) =>
        stores.map((property) => ({ object, property, message: storeMessage })),
      ),
    ],
  },
  overrides: [
    ...importRules.map((rule) => ({ files: rule.files, rules: { 'no-restricted-imports': refusal(rule) } })),
    { files: ['server/settings/env.ts', 'tests/**', '*.config.ts'], rules: { 'node/no-process-env': 'off' } },
    {
      files: ['**/*.test.ts', '**/*.test.tsx', 'tests/**'],
      rules: {
        'typescript/no-non-null-assertion': 'off',
        'no-restricted-globals': 'off',
        'no-restricted-properties': 'off',
        // Vitest's expect takes a message after the value. In property tests, helpers decide what to expect.
        'vitest/valid-expect': ['error', { maxArgs: 2 }],
        'vitest/no-conditional-expect': 'off',
        'vitest/expect-expect': ['error', { assertFunctionNames: ['expect*', 'fc.assert'] }],
      },
    },
    // Playwright passes fixtures a function named `use`, which is not a hook.
    { files: ['tests/e2e/**'], rules: { 'react/rules-of-hooks': 'off' } },
  ],
});
