import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { simulatorKeys } from './simulator.ts';

let folders: string[];
beforeEach(() => {
  folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'haulboard-keys-')));
});
afterEach(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

test('every installation has keys of its own, which its nodes share and keep', () => {
  const [one = '', other = ''] = folders;
  const keys = simulatorKeys(undefined, one);
  expect(keys.apiKey).toMatch(/^api_.{32}$/);
  expect(keys.publicKey).toMatch(/^pub_.{32}$/);
  expect(new Set(Object.values(keys)).size).toBe(3);
  expect(simulatorKeys(undefined, one)).toEqual(keys);
  expect(simulatorKeys(undefined, other)).not.toEqual(keys);
  const file = join(one, 'keys', 'simulator.key');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(Object.values(keys)).not.toContain(readFileSync(file, 'utf8'));
});

test('nodes with folders of their own agree by a setting', () => {
  const [one = '', other = ''] = folders;
  const secret = 'x'.repeat(32);
  expect(simulatorKeys(secret, one)).toEqual(simulatorKeys(secret, other));
  expect(simulatorKeys(secret, one)).not.toEqual(simulatorKeys(undefined, one));
});

test('the script around the card fields listens to their frame, its origin and its id only, and speaks to that origin', () => {
  const source = readFileSync(new URL('browser/tokenizer.js', import.meta.url), 'utf8');
  const targets: string[] = [];
  const contentWindow = { postMessage: (_: string, target: string) => void targets.push(target) };
  const frame = { addEventListener: () => undefined, style: {}, contentWindow };
  let receive: (message: object) => void = () => undefined;
  const window = { addEventListener: (_: string, listener: typeof receive) => void (receive = listener) };
  const document = {
    currentScript: { src: 'https://pay.example/tokenizer/tokenizer.js' },
    createElement: () => frame,
    querySelector: () => ({ appendChild: () => undefined }),
  };
  const location = { href: 'https://jobs.example.com/payment' };
  runInNewContext(source, { window, document, location, crypto, URL });
  const submitted: unknown[] = [];
  const submission = (card: unknown) => void submitted.push(card);
  const { Tokenizer } = window as unknown as { Tokenizer: new (info: object) => { id: string; submit: () => void } };
  const tokenizer = new Tokenizer({ apikey: 'pub_x', container: '#card', submission });
  const send = (message: object, id = tokenizer.id) => {
    const data = JSON.stringify({ id, event: 'submission', data: { token: 't' } });
    receive({ source: contentWindow, origin: 'https://pay.example', data, ...message });
  };
  send({ source: {} });
  send({ origin: 'https://evil.example' });
  send({ data: 'no JSON' });
  send({}, 'another id');
  expect(submitted).toEqual([]);
  send({});
  expect(submitted).toMatchObject([{ token: 't' }]);
  tokenizer.submit();
  expect(targets).toEqual(['https://pay.example']);
});
