import { expect, test, vi } from 'vitest';
import { hashLanes, hashPassword } from './passwords.ts';

/** A pool whose lanes are as long as they may become: nothing is hashed here. */
const queue = vi.hoisted(() => ({ size: 0, ran: 0, done: undefined as Promise<string> | undefined }));
vi.mock('piscina', () => ({
  Piscina: class {
    get queueSize() {
      return queue.size;
    }
    run() {
      queue.ran++;
      return queue.done ?? Promise.resolve('hash');
    }
  },
}));

test('who would wait too long for a hash is told so at once, and nothing is queued', async () => {
  queue.size = 400 * hashLanes - 1;
  expect(await hashPassword('Str0ng!Haul7x')).toBe('hash');
  queue.size = 400 * hashLanes;
  await expect(hashPassword('Str0ng!Haul7x')).rejects.toMatchObject({ code: 'too_many', retryAfter: 2 });
  expect(queue.ran).toBe(1);
});

test('nor is who comes when the first has waited for three seconds already, however short the queue is', async () => {
  queue.size = 1;
  const { promise, resolve } = Promise.withResolvers<string>();
  queue.done = promise;
  vi.useFakeTimers({ toFake: ['performance'] });
  const waiting = hashPassword('Str0ng!Haul7x');
  vi.advanceTimersByTime(2900);
  const next = hashPassword('Str0ng!Haul7x');
  vi.advanceTimersByTime(200);
  await expect(hashPassword('Str0ng!Haul7x')).rejects.toMatchObject({ code: 'too_many', retryAfter: 2 });
  resolve('hash');
  expect(await Promise.all([waiting, next])).toEqual(['hash', 'hash']);
  expect(await hashPassword('Str0ng!Haul7x')).toBe('hash');
  vi.useRealTimers();
});
