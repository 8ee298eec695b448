import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { assertReadable } from './clean-input.ts';

test('ordinary input passes, streams and dates are left alone', () => {
  const file = { fileName: 'a.png', stream: Readable.from(['x']) };
  expect(() => assertReadable(undefined)).not.toThrow();
  expect(() =>
    assertReadable({ text: 'Ünïcode 🚚\n', list: [1, null, true, 'x'], at: new Date(), file, none: undefined }),
  ).not.toThrow();
});

test.each([
  [{ text: 'a\u0000' }, 'text'],
  [{ jobs: [{ title: '\ud83d' }] }, 'jobs.0.title'],
  [{ doc: { '\u0000': 1 } }, 'doc'],
  ['\udc00', ''],
])('%j is refused and names %s', (input, field) => {
  expect(() => assertReadable(input)).toThrow(expect.objectContaining({ code: 'invalid', field }));
});

test('nesting without end is refused before anything recurses into it', () => {
  const deeplyNested = JSON.parse(`{"filters":${'[{"and":'.repeat(50_000)}1${'}]'.repeat(50_000)}}`) as unknown;
  expect(() => assertReadable(deeplyNested)).toThrow(expect.objectContaining({ code: 'invalid', field: 'filters' }));
});
