import { expect, test } from 'vitest';
import { DataFolderError } from '#server/db/embedded.ts';
import { InvalidSettingsError } from '#server/settings/env.ts';
import { startErrorText } from './start-error.ts';

const setup = {
  host: 'elsewhere.example',
  port: 80,
  dataDir: '/srv/data',
  database: { url: 'postgres://app:secret@db/app', pool: 16, waitSeconds: 5, prepare: true },
};
const createFailure = (details: object) => Object.assign(new Error('it failed'), details);

test.each([
  ['a port in use', { syscall: 'listen', code: 'EADDRINUSE' }, 'PORT: 80 is in use'],
  ['a port of the system', { syscall: 'listen', code: 'EACCES' }, 'PORT: 80'],
  ['an address of another machine', { syscall: 'listen', code: 'EADDRNOTAVAIL' }, 'HOST: elsewhere.example'],
  ['a name that no one has', { syscall: 'getaddrinfo', code: 'ENOTFOUND', hostname: 'elsewhere.example' }, 'HOST: elsewhere'],
  ['a file for a folder', { syscall: 'mkdir', code: 'EEXIST', path: '/srv/data/db' }, 'DATA_DIR: /srv/data'],
  ['a database that is away', { syscall: 'connect', code: 'ECONNREFUSED', port: 5432 }, 'DATABASE_URL: '],
  ['a database that has no more room', { code: '53300' }, 'DATABASE_URL: '],
  ['a database of another name', { syscall: 'getaddrinfo', code: 'ENOTFOUND', hostname: 'db' }, 'DATABASE_URL: '],
  ['a password that is refused', { code: '28P01' }, 'DATABASE_URL: '],
])('%s names its setting', (_, details, line) => {
  expect(startErrorText(createFailure(details), setup)).toMatch(new RegExp(`^Wrong settings:\n  ${line}`));
  expect(startErrorText(new Error('Failed query', { cause: createFailure(details) }), setup)).toContain(line);
  expect(startErrorText(createFailure(details), setup)).not.toContain('secret');
});

test('a database whose name has two addresses says what the first of them said', () => {
  const addressErrors = [
    createFailure({ syscall: 'connect', code: 'ECONNREFUSED', port: 5432 }),
    createFailure({ code: 'ECONNREFUSED', port: 5432 }),
  ];
  const error = Object.assign(new AggregateError(addressErrors, ''), { code: 'ECONNREFUSED' });
  expect(startErrorText(error, setup)).toContain('DATABASE_URL: the database did not open (it failed)');
});

test('what is not the database’s or not in the folder is not blamed on them', () => {
  expect(startErrorText(createFailure({ syscall: 'connect', code: 'ECONNREFUSED', port: 9000 }), setup)).toBeNull();
  expect(startErrorText(createFailure({ code: 'ENOTFOUND', hostname: 'bucket' }), setup)).toBeNull();
  expect(startErrorText(createFailure({ code: 'ENOENT', syscall: 'open', path: '/srv/data-of-others/x' }), setup)).toBeNull();
});

test('expected errors keep their message, other failures keep their stack', () => {
  expect(startErrorText(new InvalidSettingsError('PORT: no'), undefined)).toBe('PORT: no');
  expect(startErrorText(new DataFolderError('in use'), setup)).toBe('in use');
  expect(startErrorText(createFailure({ code: 'ENOENT', syscall: 'open', path: '/elsewhere' }), setup)).toBeNull();
  expect(
    startErrorText(createFailure({ code: 'ECONNREFUSED' }), { ...setup, database: { ...setup.database, url: undefined } }),
  ).toBeNull();
  expect(startErrorText('no error at all', setup)).toBeNull();
});
