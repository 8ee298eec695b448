/** Gives the slot back; calling it again does nothing. */
export type Leave = () => void;

type Limits = {
  /** How many requests hold a slot. */
  slots: number;
  /** How many there may be in total: with a slot, without one after `slowMs`, and in the queue. */
  most: number;
  /**
   * A request keeps its slot for this long. One that takes longer waits for something outside, such as the payment
   * gateway, and continues without a slot, so that it does not keep others from the database.
   */
  slowMs: number;
  /** Whether the database is quick. While it isn't, a request that takes long waits for the database and keeps its slot. */
  isQuick: () => boolean;
  /** The longest wait in the queue. */
  mostWaitMs: number;
  /** The same once the queue has not been empty for `crowdedMs`: otherwise every request would wait the full time. */
  crowdedWaitMs: number;
  crowdedMs: number;
};

/** Lets a limited number of requests work at the same time; the others follow in the order in which they came. */
export function createRequestQueue({ slots, most, slowMs, isQuick, mostWaitMs, crowdedWaitMs, crowdedMs }: Limits) {
  let used = 0;
  let slow = 0;
  const queue = new Set<{ since: number; enter: () => void; giveUp: () => void }>();
  let emptyAt = performance.now();
  const mostWait = () => (performance.now() - emptyAt > crowdedMs ? crowdedWaitMs : mostWaitMs);
  const admit = () => {
    for (const first of queue) {
      if (used >= slots) return;
      if (performance.now() - first.since > mostWait()) {
        first.giveUp();
        continue;
      }
      queue.delete(first);
      first.enter();
    }
    if (queue.size === 0) emptyAt = performance.now();
  };
  const free = () => {
    used -= 1;
    admit();
  };
  const take = (): Leave => {
    let state: 'slot' | 'slow' | 'left' = 'slot';
    used += 1;
    const timer = setInterval(() => {
      if (!isQuick()) return;
      clearInterval(timer);
      state = 'slow';
      slow += 1;
      free();
    }, slowMs).unref();
    return () => {
      clearInterval(timer);
      const before = state;
      state = 'left';
      if (before === 'slot') free();
      if (before === 'slow') slow -= 1;
    };
  };
  const isFull = () => used + slow + queue.size >= most;
  return {
    isFull,
    /** A slot, now or in turn; null if there is none in time or the request was aborted meanwhile. */
    enter: (signal: AbortSignal): Promise<Leave | null> => {
      if (queue.size === 0) emptyAt = performance.now();
      if (signal.aborted) return Promise.resolve(null);
      if (used < slots) return Promise.resolve(take());
      if (isFull()) return Promise.resolve(null);
      return new Promise((resolve) => {
        const giveUp = () => {
          queue.delete(waiting);
          settle(null);
        };
        const settle = (leave: Leave | null) => {
          clearTimeout(timer);
          signal.removeEventListener('abort', giveUp);
          resolve(leave);
        };
        const waiting = { since: performance.now(), enter: () => settle(take()), giveUp };
        const timer = setTimeout(giveUp, mostWait()).unref();
        signal.addEventListener('abort', giveUp);
        queue.add(waiting);
      });
    },
  };
}
