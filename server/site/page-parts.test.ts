import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { breakpoints } from '#shared/brand.ts';
import { pageScripts } from '#shared/page-scripts.ts';
import { brandStyles } from './brand-styles.ts';

const root = new URL('../../', import.meta.url).pathname;
const styles = readFileSync(`${root}web/public-pages/styles.css`, 'utf8');

test('no server file contains a program or a stylesheet for the browser as a text', () => {
  const files = globSync('server/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(300);
  // Data in a script element is no program, and the expression that finds scripts in the app's page is none either.
  const program = /<script(?![^>]*ld\+json)(?: [^>]*)?>(?!\(\.\*\?\))|<style>/;
  expect(files.filter((file) => program.test(readFileSync(root + file, 'utf8')))).toEqual([]);
});

test('every script of a public page has its file', () => {
  for (const name of pageScripts) expect(readFileSync(`${root}web/public-pages/${name}.ts`, 'utf8')).not.toBe('');
});

test('the stylesheet uses variables and widths of the brand only', () => {
  const defined = new Set([...brandStyles.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
  const used = [...styles.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name);
  expect(used.length).toBeGreaterThan(50);
  expect(used.filter((name) => !defined.has(name))).toEqual([]);
  const widths = [...styles.matchAll(/min-width: ([\d.]+em)\)/g)].map(([, width]) => width);
  expect(widths.length).toBeGreaterThan(10);
  expect(widths.filter((width) => !Object.values<string | undefined>(breakpoints).includes(width))).toEqual([]);
});
