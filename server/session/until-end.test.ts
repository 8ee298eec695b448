import { once } from 'node:events';
import { expect, test } from 'vitest';
import { type Actor, abortAtEnd } from './authenticate.ts';

const actor = (endsAt: Date) => ({ endsAt }) as Actor;

test('a stream ends with the token that asked for it', async () => {
  const signal = abortAtEnd(actor(new Date(Date.now() + 20)), new AbortController().signal);
  expect(signal.aborted).toBe(false);
  await once(signal, 'abort');
  expect(signal.aborted).toBe(true);
  expect(abortAtEnd(actor(new Date(0)), undefined)).toBeInstanceOf(AbortSignal);
});

test('it also ends when its reader goes', () => {
  const reader = new AbortController();
  const signal = abortAtEnd(actor(new Date(Date.now() + 60_000)), reader.signal);
  reader.abort();
  expect(signal.aborted).toBe(true);
});
