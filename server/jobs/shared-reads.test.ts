import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSharedReads } from './shared-reads.ts';

/** Reads that end when they are told to; each answers with its number. */
function reads() {
  const ends: { well: () => void; badly: () => void }[] = [];
  const read = () =>
    new Promise<number>((resolve, reject) => {
      const number = ends.length;
      ends.push({ well: () => resolve(number), badly: () => reject(new Error(`read ${number}`)) });
    });
  return { ends, read };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('who asks while a read runs waits for the next, and all of them share it', async () => {
  const { ends, read } = reads();
  const ask = createSharedReads<number>();
  const asked = [ask('a', read), ask('a', read), ask('a', read)];
  expect(ends).toHaveLength(1);
  ends[0]?.well();
  await settled();
  expect(ends).toHaveLength(2);
  ends[1]?.well();
  expect(await Promise.all(asked)).toEqual([0, 1, 1]);
});

test('nothing is kept, and questions do not wait for each other', async () => {
  const { ends, read } = reads();
  const ask = createSharedReads<number>();
  const [a, b] = [ask('a', read), ask('b', read)];
  ends[1]?.well();
  expect(await b).toBe(1);
  ends[0]?.well();
  expect(await a).toBe(0);
  const again = ask('a', read);
  ends[2]?.well();
  expect(await again).toBe(2);
});

test('a read that fails fails for those who share it, and the next one runs', async () => {
  const { ends, read } = reads();
  const ask = createSharedReads<number>();
  const first = ask('a', read);
  const next = ask('a', read);
  ends[0]?.badly();
  await expect(first).rejects.toThrow('read 0');
  await settled();
  ends[1]?.well();
  expect(await next).toBe(1);
});

test('no answer is older than its question, whatever the order of questions and changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom('ask', 'change', 'end'), { maxLength: 40 }), async (steps) => {
      let version = 0;
      let ends: (() => void)[] = [];
      const ask = createSharedReads<number>();
      // As a database does, it answers what stood when the read began.
      const read = () => {
        const seen = version;
        return new Promise<number>((resolve) => ends.push(() => resolve(seen)));
      };
      const end = async () => {
        ends.forEach((resolve) => resolve());
        ends = [];
        await settled();
      };
      const asked: { at: number; answer: Promise<number> }[] = [];
      for (const step of steps) {
        if (step === 'ask') asked.push({ at: version, answer: ask('a', read) });
        else if (step === 'change') version += 1;
        else await end();
      }
      await end();
      await end();
      for (const { at, answer } of asked) expect(await answer).toBeGreaterThanOrEqual(at);
    }),
  );
});
