import { expect, test, vi } from 'vitest';
import { type Actor, abortAtEnd } from './authenticate.ts';

const actor = (endsAt: Date) => ({ endsAt }) as Actor;

test('a stream ends with the token that asked for it', async () => {
  const [first, second] = [20, 60_000].map((ms) => abortAtEnd(actor(new Date(Date.now() + ms)), new AbortController().signal));
  await vi.waitFor(() => expect(first?.aborted).toBe(true), 10_000);
  expect(second?.aborted).toBe(false);
  expect(abortAtEnd(actor(new Date(0)), undefined)).toBeInstanceOf(AbortSignal);
});

test('it also ends when its reader goes', () => {
  const reader = new AbortController();
  const signal = abortAtEnd(actor(new Date(Date.now() + 60_000)), reader.signal);
  reader.abort();
  expect(signal.aborted).toBe(true);
});
