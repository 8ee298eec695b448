import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowsIn } from './download.ts';

test('rows are counted whatever pieces the file comes in', () => {
  const bytes = fc.array(fc.constantFrom(10, 13, 65, 34), { maxLength: 60 });
  fc.assert(
    fc.property(bytes, fc.array(fc.nat(60), { maxLength: 6 }), (file, cuts) => {
      const text = String.fromCharCode(...file);
      const ends = [...new Set([0, ...cuts.filter((cut) => cut < file.length), file.length])].toSorted((a, b) => a - b);
      let rows = 0;
      for (let n = 1; n < ends.length; n += 1)
        rows += rowsIn(Uint8Array.from(file.slice(ends[n - 1], ends[n])), file[(ends[n - 1] ?? 0) - 1] ?? 0);
      expect(rows).toBe(text.split('\r\n').length - 1);
    }),
  );
});
