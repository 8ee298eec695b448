import { v7 as uuidv7 } from 'uuid';

/** Repeatable random numbers: the same seed gives the same data (mulberry32). */
export type Random = {
  /** 0 ≤ x < 1. */
  next: () => number;
  int: (from: number, to: number) => number;
  pick: <T>(list: readonly T[]) => T;
  some: <T>(list: readonly T[], most: number) => T[];
  chance: (probability: number) => boolean;
  /** An id that sorts as if it had been made at the given instant. */
  id: (at: Date) => string;
};

export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const pick = <T>(list: readonly T[]): T => {
    const one = list[int(0, list.length - 1)];
    if (one === undefined) throw new RangeError('Nothing to pick from');
    return one;
  };
  return {
    next,
    int,
    pick,
    some: (list, most) => list.filter(() => next() < most / Math.max(list.length, most) / 1.2).slice(0, most),
    chance: (probability) => next() < probability,
    id: (at) =>
      uuidv7({ msecs: at.getTime(), seq: int(0, 0x7fffffff), random: Uint8Array.from({ length: 16 }, () => int(0, 255)) }),
  };
}
