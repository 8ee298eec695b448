import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { signInRedirect, isScreenAddress } from './screens.ts';

const routes = new URL('../../web/routes/', import.meta.url);
const pathPrefixes = readdirSync(routes, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map((file) =>
    file
      .replace(/\.tsx$/, '')
      .split(/[/.]/)
      .find((step) => !step.startsWith('_')),
  )
  .filter((step) => step !== undefined && step !== 'index' && step !== '$')
  .map((step) => `/${(step ?? '').replace(/_$/, '')}`);

test.each([...new Set(pathPrefixes)])('%s is a screen’s address, and so is what lies behind it', (path) => {
  expect(isScreenAddress(path, true)).toBe(true);
  expect(isScreenAddress(`${path}/7/more`, true)).toBe(true);
});

test('files and paths that the server answers are not screens', () => {
  expect(isScreenAddress('/', false)).toBe(true);
  for (const path of ['/nowhere', '/metrics', '/api/1.0/user', '/assets/login.js', '/media/a.png', '/favicon.ico', '//login', ''])
    expect(isScreenAddress(path, true)).toBe(false);
});

test('the developers’ screens are only where there is a gallery', () => {
  expect([isScreenAddress('/buttons', true), isScreenAddress('/buttons', false)]).toEqual([true, false]);
});

test('the sign-in paths redirect to /login and keep the query', () => {
  expect(signInRedirect('/admin-login')).toBe('/login?role=admin');
  expect(signInRedirect('/company-login/')).toBe('/login?role=employer');
  expect(signInRedirect('/admin-login?showPickers=true&role=employer')).toBe('/login?showPickers=true&role=admin');
  expect(signInRedirect('/admin-login?next=/admin/company-list?size=50')).toBe(
    '/login?next=%2Fadmin%2Fcompany-list%3Fsize%3D50&role=admin',
  );
  expect(signInRedirect('/login?role=admin')).toBeNull();
});
