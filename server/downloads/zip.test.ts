import { Readable } from 'node:stream';
import { setImmediate as waitForTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { jsonList, type ZipEntry, createZip } from './zip.ts';

const entry = (name: string, content: Readable): ZipEntry => ({ name, content, isCompressed: false });

/** A file that never ends. */
const endless = () =>
  new Readable({
    read() {
      this.push(Buffer.alloc(64 * 1024));
    },
  });

test('an entry is made only when the one before was sent, and closed when the reader goes away', async () => {
  const first = endless();
  let madeCount = 0;
  async function* entries() {
    madeCount += 1;
    yield entry('a', first);
    madeCount += 1;
    yield entry('b', endless());
  }
  const zip = createZip(entries());
  await new Promise((resolve) => zip.once('readable', resolve));
  zip.read();
  await waitForTurn();
  expect([madeCount, first.destroyed]).toEqual([1, false]);
  zip.destroy();
  await new Promise((resolve) => first.once('close', resolve));
  expect([madeCount, first.destroyed]).toEqual([1, true]);
});

test('a ZIP whose entry fails ends in an error and not as a complete file', async () => {
  async function* entries() {
    yield entry('a', Readable.from(['whole'], { objectMode: false }));
    yield entry(
      'b',
      Readable.from(
        (async function* () {
          yield 'half';
          throw new Error('The store is away');
        })(),
        { objectMode: false },
      ),
    );
  }
  const read = async () => {
    for await (const _ of createZip(entries())) void _;
  };
  await expect(read()).rejects.toThrow('The store is away');
});

test.each([[[]], [[[1]]], [[[1, 2], [{ a: 'ñ' }]]]])('rows become a JSON list: %j', async (batches) => {
  async function* all() {
    yield* batches as unknown[][];
  }
  const written = (await jsonList(all()).toArray()).join('');
  expect(JSON.parse(written)).toEqual(batches.flat());
});
