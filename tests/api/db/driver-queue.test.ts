import { expect, test } from 'vitest';

type Queue = {
  length: number;
  push: (item: object) => object;
  shift: () => object | undefined;
  remove: (item: object) => object | null;
};

/** One query of a busy driver: taken from a queue that is never empty, looked up in it, put back. */
function serve(queue: Queue, queries: number): number {
  const started = performance.now();
  for (let n = 0; n < queries; n += 1) {
    const first = queue.shift() ?? {};
    queue.push(first);
    queue.remove(first);
    queue.push(first);
  }
  return performance.now() - started;
}

test('query 300,000 of the driver costs what query 3,000 cost', async () => {
  const path = new URL('../../../node_modules/postgres/src/queue.js', import.meta.url).href;
  const { default: createQueue } = (await import(path)) as { default: (initial?: object[]) => Queue };
  const queue = createQueue(Array.from({ length: 32 }, () => ({})));
  serve(queue, 3_000);
  const fastestOf20 = () => Math.min(...Array.from({ length: 20 }, () => serve(queue, 3_000)));
  const early = fastestOf20();
  serve(queue, 290_000);
  const late = fastestOf20();
  expect(queue.length).toBe(32);
  // Without the patch, a query would search 300,000 empty places, which takes over 1,000 times as long.
  expect(late).toBeLessThan(early * 50);
});
