import { expect, test } from 'vitest';
import { type Manifest, screenLinks } from './screen-files.ts';

const split = '?tsr-split=component---loader';
const manifest: Manifest = {
  'index.html': { file: 'assets/index.js', imports: ['_entry.js'] },
  '_entry.js': {
    file: 'assets/entry.js',
    css: ['assets/entry.css'],
    dynamicImports: [`routes/_auth/login.tsx${split}`, `routes/_auth.tsx${split}`],
  },
  'routeTree.gen.ts': { file: 'assets/tree.js' },
  [`routes/_auth.tsx${split}`]: { file: 'assets/auth.js', imports: ['_entry.js'] },
  [`routes/_auth/login.tsx${split}`]: { file: 'assets/login.js', imports: ['_form.js'] },
  '_form.js': { file: 'assets/form.js', css: ['assets/form.css'] },
  [`routes/members.tsx${split}`]: { file: 'assets/members.js' },
  [`routes/members/index.tsx${split}`]: { file: 'assets/members-index.js' },
  [`routes/members/news/$id.tsx${split}`]: { file: 'assets/post.js' },
  [`routes/members/news/index.tsx${split}`]: { file: 'assets/news.js' },
  [`routes/jobs.$id.apply.tsx${split}`]: { file: 'assets/apply.js', imports: ['_form.js'] },
};
const filesAt = (path: string) => [...screenLinks(manifest)(path).matchAll(/href="\/assets\/([^"]+)"/g)].map(([, file]) => file);

test('a screen of the entrance is its frame, itself and what both import', () => {
  expect(filesAt('/login').toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
    'auth.js',
    'entry.css',
    'entry.js',
    'form.css',
    'form.js',
    'index.js',
    'login.js',
  ]);
});

test('any other screen needs the other sections’ routes too', () => {
  expect(filesAt('/members')).toContain('tree.js');
  expect(filesAt('/members/')).toContain('members-index.js');
  expect(filesAt('/jobs/42/apply')).toEqual(expect.arrayContaining(['apply.js', 'form.js', 'tree.js']));
});

test('a gap in an address takes one step of it, and gives way to an address in full', () => {
  expect(filesAt('/members/news')).toEqual(expect.arrayContaining(['members.js', 'news.js']));
  expect(filesAt('/members/news/7')).toEqual(expect.arrayContaining(['members.js', 'post.js']));
  expect(filesAt('/members/news/7/more')).toEqual([]);
  expect(filesAt('/jobs/42.apply')).toEqual([]);
});

test('scripts are fetched ahead, styles at once; an unknown address asks for nothing', () => {
  expect(screenLinks(manifest)('/login')).toContain('<link rel="modulepreload" crossorigin href="/assets/login.js">');
  expect(screenLinks(manifest)('/login')).toContain('<link rel="stylesheet" crossorigin href="/assets/form.css">');
  expect(screenLinks(manifest)('/nowhere')).toBe('');
});
