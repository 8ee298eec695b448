import { expect, test, vi } from 'vitest';
import { createHashQueue } from './passwords.ts';

test('a request that would wait too long for a hash is refused immediately and not queued', async () => {
  const lanes = { queueSize: 399, run: vi.fn<() => Promise<string>>(async () => 'hash') };
  const ask = createHashQueue(400);
  expect(await ask(lanes, 'hash', 'Str0ng!Haul7x')).toBe('hash');
  lanes.queueSize = 400;
  await expect(ask(lanes, 'hash', 'Str0ng!Haul7x')).rejects.toMatchObject({ code: 'too_many', retryAfter: 2 });
  expect(lanes.run).toHaveBeenCalledOnce();
});

test('nor is who comes when the first has waited for three seconds already, however short the queue is', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const lanes = { queueSize: 1, run: () => promise };
  const ask = createHashQueue(400);
  vi.useFakeTimers({ toFake: ['performance'] });
  const waiting = ask(lanes, 'hash', 'Str0ng!Haul7x');
  vi.advanceTimersByTime(2900);
  const next = ask(lanes, 'hash', 'Str0ng!Haul7x');
  vi.advanceTimersByTime(200);
  await expect(ask(lanes, 'hash', 'Str0ng!Haul7x')).rejects.toMatchObject({ code: 'too_many', retryAfter: 2 });
  resolve('hash');
  expect(await Promise.all([waiting, next])).toEqual(['hash', 'hash']);
  expect(await ask(lanes, 'hash', 'Str0ng!Haul7x')).toBe('hash');
  vi.useRealTimers();
});
