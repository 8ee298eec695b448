import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTurnstile, holding, type Place, withoutPlace } from './turnstile.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const here = new AbortController().signal;
const turnstile = () => createTurnstile({ places: 2, most: 5, mostWaitMs: 3000, crowdedWaitMs: 500, crowdedMs: 5000 });

/** Who is let in, in which order; a refusal is the name with a sign. */
function crowd(enter: (signal: AbortSignal) => Promise<Place | null>) {
  const seen: string[] = [];
  const places = new Map<string, Place>();
  const come = (name: string, signal = here) =>
    void enter(signal).then((place) => {
      seen.push(place ? name : `${name}!`);
      if (place) places.set(name, place);
    });
  const settled = async () => {
    await vi.advanceTimersByTimeAsync(0);
    return seen.splice(0);
  };
  return { come, settled, leave: (name: string) => places.get(name)?.leave(), places };
}

describe('a turnstile', () => {
  it('lets in as many as there are places, the others in the order in which they came, and refuses whoever is too many', async () => {
    const { enter, isFull } = turnstile();
    const { come, settled, leave } = crowd(enter);
    for (const name of ['a', 'b', 'c', 'd']) come(name);
    expect(await settled()).toEqual(['a', 'b']);
    expect(isFull()).toBe(false);
    for (const name of ['e', 'f']) come(name);
    expect(await settled()).toEqual(['f!']);
    expect(isFull()).toBe(true);
    leave('b');
    leave('b');
    expect(await settled()).toEqual(['c']);
    leave('a');
    leave('c');
    expect(await settled()).toEqual(['d', 'e']);
  });

  it('lets nobody in who has waited too long or has gone', async () => {
    const { enter } = turnstile();
    const { come, settled, leave } = crowd(enter);
    const leaver = new AbortController();
    for (const name of ['a', 'b', 'late']) come(name);
    come('gone', leaver.signal);
    await settled();
    leaver.abort();
    expect(await settled()).toEqual(['gone!']);
    await vi.advanceTimersByTimeAsync(3000);
    expect(await settled()).toEqual(['late!']);
    leave('a');
    come('next');
    expect(await settled()).toEqual(['next']);
  });

  it('has less patience while the line does not come to an end, and all of it again afterwards', async () => {
    const { enter } = turnstile();
    const { come, settled, leave } = crowd(enter);
    for (const name of ['a', 'b', 'c']) come(name);
    await vi.advanceTimersByTimeAsync(2500);
    come('d');
    leave('a');
    await vi.advanceTimersByTimeAsync(2400);
    come('e');
    leave('b');
    expect(await settled()).toEqual(['a', 'b', 'c', 'd']);
    // Since the first of them came there was always somebody in the line.
    await vi.advanceTimersByTimeAsync(200);
    for (const name of ['f', 'g']) come(name);
    await vi.advanceTimersByTimeAsync(500);
    leave('c');
    expect(await settled()).toEqual(['f!', 'g!', 'e!']);
    leave('d');
    for (const name of ['h', 'i', 'j']) come(name);
    await vi.advanceTimersByTimeAsync(2900);
    leave('h');
    expect(await settled()).toEqual(['h', 'i', 'j']);
  });

  it('gives a place to somebody else while its holder waits for the world outside', async () => {
    const { enter } = turnstile();
    const { come, settled, leave, places } = crowd(enter);
    for (const name of ['a', 'b', 'c', 'd']) come(name);
    await settled();
    const answer = Promise.withResolvers<string>();
    const [holder] = places.values();
    if (!holder) throw new Error('Nobody is in');
    const waited = new Promise((resolve) => holding(holder, () => resolve(withoutPlace(() => answer.promise))));
    expect(await settled()).toEqual(['c']);
    answer.resolve('paid');
    expect(await waited).toBe('paid');
    // Three are in work now: one has to go before the next comes, two before another.
    leave('b');
    expect(await settled()).toEqual([]);
    leave('c');
    expect(await settled()).toEqual(['d']);
  });

  it('has a place again when its holder gave up while outside', async () => {
    const { enter } = turnstile();
    const { come, settled, leave, places } = crowd(enter);
    come('a');
    await settled();
    const answer = Promise.withResolvers<null>();
    const waited = places.get('a')?.away(() => answer.promise);
    leave('a');
    answer.resolve(null);
    await waited;
    for (const name of ['b', 'c', 'd']) come(name);
    expect(await settled()).toEqual(['b', 'c']);
  });
});

it('who holds no place waits all the same', async () => {
  expect(await withoutPlace(async () => 'answer')).toBe('answer');
});
