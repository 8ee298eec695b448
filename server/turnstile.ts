import { AsyncLocalStorage } from 'node:async_hooks';

/** A place among those who are in work. */
export type Place = {
  /** Whose place this was is done; again does nothing. */
  leave: () => void;
  /** Somebody else may have the place while `wait` lasts; afterwards there is one more in work, who waits for no place. */
  away: <T>(wait: () => Promise<T>) => Promise<T>;
};

type Limits = {
  /** How many are in work at once. */
  places: number;
  /** How many are there at all: in work, away from it and in the line. */
  most: number;
  /** After so long in the line nobody is let in any more. */
  mostWaitMs: number;
  /** The same once the line has not been empty for `crowdedMs`: it does not pass by itself then, and all would wait as long. */
  crowdedWaitMs: number;
  crowdedMs: number;
};

/**
 * Lets so many in at once and the others in the order in which they came. Many at once do not get done sooner: they share what
 * there is, and each waits for all.
 */
export function createTurnstile({ places, most, mostWaitMs, crowdedWaitMs, crowdedMs }: Limits) {
  let inWork = 0;
  let outside = 0;
  const line = new Set<{ since: number; enter: () => void; giveUp: () => void }>();
  let emptyAt = performance.now();
  const mostWait = () => (performance.now() - emptyAt > crowdedMs ? crowdedWaitMs : mostWaitMs);
  const admit = () => {
    for (const first of line) {
      if (inWork >= places) return;
      if (performance.now() - first.since > mostWait()) {
        first.giveUp();
        continue;
      }
      line.delete(first);
      first.enter();
    }
    if (line.size === 0) emptyAt = performance.now();
  };
  const release = () => {
    inWork -= 1;
    admit();
  };
  const take = (): Place => {
    let holds = true;
    let isAway = false;
    inWork += 1;
    return {
      leave: () => {
        if (holds && !isAway) release();
        holds = false;
      },
      away: async (wait) => {
        if (!holds || isAway) return wait();
        isAway = true;
        outside += 1;
        release();
        try {
          return await wait();
        } finally {
          isAway = false;
          outside -= 1;
          if (holds) inWork += 1;
        }
      },
    };
  };
  const isFull = () => inWork + outside + line.size >= most;
  return {
    isFull,
    /** A place, at once or in turn; null for whom there is none in time, or who has gone meanwhile (`signal`). */
    enter: (signal: AbortSignal): Promise<Place | null> => {
      if (line.size === 0) emptyAt = performance.now();
      if (signal.aborted) return Promise.resolve(null);
      if (inWork < places) return Promise.resolve(take());
      if (isFull()) return Promise.resolve(null);
      return new Promise((resolve) => {
        const giveUp = () => {
          line.delete(waiting);
          settle(null);
        };
        const settle = (place: Place | null) => {
          clearTimeout(timer);
          signal.removeEventListener('abort', giveUp);
          resolve(place);
        };
        const waiting = { since: performance.now(), enter: () => settle(take()), giveUp };
        const timer = setTimeout(giveUp, mostWait()).unref();
        signal.addEventListener('abort', giveUp);
        line.add(waiting);
      });
    },
  };
}

const ownPlace = new AsyncLocalStorage<Place>();

/** Runs what follows as the one who holds the place. */
export const holding = (place: Place, follow: () => void): void => ownPlace.run(place, follow);

/** Waits for somebody else, such as the payment gateway, without keeping others from their work. */
export function withoutPlace<T>(wait: () => Promise<T>): Promise<T> {
  const place = ownPlace.getStore();
  return place ? place.away(wait) : wait();
}
