import { globSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * The closed vocabulary of file names (CONTRIBUTING.md). A domain's file is a verb with its object, ends in a kind, or is
 * one of its folder's nouns. If a name fails here, rename the file or add the word deliberately.
 */
const setOf = (text: string) => new Set(text.trim().split(/\s+/));

const verbs = setOf(`
  add answer apply buy change check claim close compile confirm count create delete duplicate edit end erase export fail impersonate invite leave
  lock login mark queue receive
  mail match merge move notify pay place propose prove put quote recommend refund refresh remind renew reset resolve save schedule send settle show signup sort start store strengthen sweep
  take update upload write
`);
const kinds = setOf('router query list columns files route row media due');
const nouns: Record<string, Set<string>> = {
  admin: setOf('employer'),
  ads: new Set(),
  applicants: setOf('candidates stage-settings tag'),
  auth: setOf(`
    account code-login code-owner common-passwords email-check id-token invite own-sessions passkeys profile second-factor sign-in-code token-transport
    totp verification
  `),
  billing: setOf('contacts receipts'),
  checkout: setOf('auto-renew charge-effects purchased-job'),
  company: setOf('account-invitation company-email invitation logo tags'),
  deletion: new Set(),
  drivers: setOf('matching-jobs resume-experience resume-facts resume-license resume-lines resume-person search-name'),
  gallery: new Set(),
  interviews: setOf('taken-times'),
  jobs: setOf('live poster public-search statistics tag'),
  messages: setOf('batch reply-address'),
  news: setOf('membership'),
  notifications: setOf('inbox interview-link interview-status push-devices push-service'),
  search: setOf('expression find-jobs synonyms trade-terms word-forms'),
};

const webKinds = setOf('queries columns form words');
const webNouns: Record<string, Set<string>> = {
  applicants: setOf('applicants-search panels'),
  auth: setOf(`
    company-sign-in cookies typed-email emailed-link passkeys pending-sign-in reset-proof sign-in sign-in-code sign-in-step sign-up social-redirect social-sources
    tab-title verified-notice
  `),
  billing: setOf('tokenizer'),
  company: setOf('drafts'),
  drivers: setOf('apply-draft last-applications resume seen-list'),
  layouts: setOf('navigation'),
  gallery: setOf('guard'),
  jobs: setOf('addons duplicate job-actions posting steps'),
  notifications: setOf('inbox-search push'),
  'public-pages': setOf(`
    ads apply best-match build job job-id member offline offline-lists own-application place-field restored save save-button search search-form seen seen-jobs source start submit-form
    without-connection
  `),
  'rich-text': setOf('image-upload insert-pictures list-marker pdf-document pdf-fonts.d pdf-table pdf-worker word-lists'),
  'service-worker': setOf('navigations offline-pages push-messages scope seen-jobs service-worker'),
  settings: setOf('sections'),
  texts: setOf('app plugin start'),
  uploads: setOf('upload-file uploader'),
};

const root = new URL('../../', import.meta.url).pathname;

function filesOf(pattern: string) {
  return globSync(pattern, { cwd: root }).flatMap((path) => {
    const [, folder = '', ...rest] = path.split('/');
    const file = rest.at(-1) ?? '';
    if (/\.test\.tsx?$/.test(file)) return [];
    const name = file.replace(/\.tsx?$/, '');
    const [first = '', ...more] = name.split('-');
    return [{ path, folder, file, name, first, last: more.at(-1) ?? first }];
  });
}

test('server files of a domain are named by the vocabulary', () => {
  const files = filesOf(`server/{${Object.keys(nouns).join(',')}}/**/*.ts`);
  expect(files.length).toBeGreaterThan(100);
  const unknownFiles = files.filter(
    ({ folder, name, first, last }) => !verbs.has(first) && !kinds.has(last) && !nouns[folder]?.has(name),
  );
  expect(unknownFiles.map(({ path }) => path)).toEqual([]);
});

test('web files are components, hooks, or named by the vocabulary', () => {
  const otherFolders = new Set(['api', 'browser', 'illustrations', 'routes', 'session', 'signed-in', 'ui']);
  const files = filesOf('web/*/**/*.{ts,tsx}').filter(({ folder }) => !otherFolders.has(folder));
  expect(files.length).toBeGreaterThan(100);
  const unknownFiles = files.filter(
    ({ folder, file, name, first, last }) =>
      !/^[A-Z][A-Za-z]+\.tsx$/.test(file) && first !== 'use' && !webKinds.has(last) && !webNouns[folder]?.has(name),
  );
  expect(unknownFiles.map(({ path }) => path)).toEqual([]);
});
