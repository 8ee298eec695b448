import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRequestQueue, isLongRunning, isSignIn, type ReleaseSlot } from './overload.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const noSignal = new AbortController().signal;
const limits = { slots: 2, maxRunning: 5, slowMs: 60_000, maxQueueMs: 3000, congestedWaitMs: 500, congestedMs: 5000 };
let isDatabaseFast = true;
const requestQueue = (slowMs = limits.slowMs) => createRequestQueue({ ...limits, slowMs, isDatabaseFast: () => isDatabaseFast });

/** Records which requests are admitted, in order. A refused request is recorded with an exclamation mark. */
function recordAdmissions(enter: (signal: AbortSignal) => Promise<ReleaseSlot | null>) {
  const events: string[] = [];
  const slotReleases = new Map<string, ReleaseSlot>();
  const enterAs = (name: string, signal = noSignal) =>
    void enter(signal).then((leave) => {
      events.push(leave ? name : `${name}!`);
      if (leave) slotReleases.set(name, leave);
    });
  const settled = async () => {
    await vi.advanceTimersByTimeAsync(0);
    return events.splice(0);
  };
  return { come: enterAs, settled, leave: (name: string) => slotReleases.get(name)?.() };
}

describe('a request queue', () => {
  it('admits as many requests as there are slots, queues the others in order, and rejects the excess', async () => {
    const { enter, isFull } = requestQueue();
    const { come: enterAs, settled, leave } = recordAdmissions(enter);
    for (const name of ['a', 'b', 'c', 'd']) enterAs(name);
    expect(await settled()).toEqual(['a', 'b']);
    expect(isFull()).toBe(false);
    for (const name of ['e', 'f']) enterAs(name);
    expect(await settled()).toEqual(['f!']);
    expect(isFull()).toBe(true);
    leave('b');
    leave('b');
    expect(await settled()).toEqual(['c']);
    leave('a');
    leave('c');
    expect(await settled()).toEqual(['d', 'e']);
  });

  it('refuses a request that waited too long or was aborted', async () => {
    const { enter } = requestQueue();
    const { come: enterAs, settled, leave } = recordAdmissions(enter);
    const controller = new AbortController();
    for (const name of ['a', 'b', 'late']) enterAs(name);
    enterAs('gone', controller.signal);
    await settled();
    controller.abort();
    expect(await settled()).toEqual(['gone!']);
    await vi.advanceTimersByTimeAsync(3000);
    expect(await settled()).toEqual(['late!']);
    leave('a');
    enterAs('next');
    expect(await settled()).toEqual(['next']);
  });

  it('shortens the wait while the queue does not empty, and restores it afterwards', async () => {
    const { enter } = requestQueue();
    const { come: enterAs, settled, leave } = recordAdmissions(enter);
    for (const name of ['a', 'b', 'c']) enterAs(name);
    await vi.advanceTimersByTimeAsync(2500);
    enterAs('d');
    leave('a');
    await vi.advanceTimersByTimeAsync(2400);
    enterAs('e');
    leave('b');
    expect(await settled()).toEqual(['a', 'b', 'c', 'd']);
    // The queue has not been empty since the first request arrived.
    await vi.advanceTimersByTimeAsync(200);
    for (const name of ['f', 'g']) enterAs(name);
    await vi.advanceTimersByTimeAsync(500);
    leave('c');
    expect(await settled()).toEqual(['f!', 'g!', 'e!']);
    leave('d');
    for (const name of ['h', 'i', 'j']) enterAs(name);
    await vi.advanceTimersByTimeAsync(2900);
    leave('h');
    expect(await settled()).toEqual(['h', 'i', 'j']);
  });

  it('keeps the slot of a slow request while the database is slow, which is what it waits for', async () => {
    isDatabaseFast = false;
    const { enter } = requestQueue(900);
    const { come: enterAs, settled } = recordAdmissions(enter);
    for (const name of ['a', 'b', 'c']) enterAs(name);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await settled()).toEqual(['a', 'b']);
    isDatabaseFast = true;
    await vi.advanceTimersByTimeAsync(800);
    expect(await settled()).toEqual(['c']);
  });

  it('gives the slot of a slow request to the next, and counts the request until it is done', async () => {
    const { enter, isFull } = requestQueue(1000);
    const { come: enterAs, settled, leave } = recordAdmissions(enter);
    for (const name of ['a', 'b', 'c']) enterAs(name);
    await vi.advanceTimersByTimeAsync(900);
    leave('b');
    expect(await settled()).toEqual(['a', 'b', 'c']);
    for (const name of ['d', 'e']) enterAs(name);
    await vi.advanceTimersByTimeAsync(100);
    expect(await settled()).toEqual(['d']);
    // Requests c and d hold a slot, a runs without one, and e and f wait in the queue.
    enterAs('f');
    expect(isFull()).toBe(true);
    leave('a');
    leave('a');
    expect(isFull()).toBe(false);
    expect(await settled()).toEqual([]);
    leave('c');
    expect(await settled()).toEqual(['e']);
  });
});

describe('calls outside of the queue', () => {
  it.each(['/trpc/auth.login', '/api/1.0/auth/login?role=admin', '/trpc/auth%2Elogin', '/trpc/auth.me?a=,'])(
    '%s is a sign-in call',
    (url) => {
      expect(isSignIn(url)).toBe(true);
    },
  );

  it.each([
    '/trpc/auth.me,public.search?batch=1',
    '/trpc/auth.me%2Cpublic.search?batch=1',
    '/trpc/auth.me%2cpublic.search?batch=1',
    '/trpc/auth.me%252Cpublic.search%zz',
    '/trpc/public.search?x=/trpc/auth.me',
  ])('%s is none', (url) => {
    expect(isSignIn(url)).toBe(false);
  });

  it('a live stream takes long, a batch that begins with one does not count as one', () => {
    const get = (url: string) => isLongRunning({ method: 'GET', url, headers: {} });
    for (const url of ['/trpc/jobs.live?input=%7B%7D', '/trpc/drivers.live']) expect(get(url)).toBe(true);
    for (const url of ['/trpc/jobs.live,public.search?batch=1', '/trpc/jobs.live%2Cpublic.search', '/trpc/jobs.liveness'])
      expect(get(url)).toBe(false);
  });
});
