/** What a `Range` header asks of a file of `size` bytes (RFC 9110 §14): a part, all of it, or what cannot be. */
export type RangeAnswer = { from: number; to: number } | 'whole' | 'unsatisfiable';

/** Several ranges, other units and broken headers mean the whole file, as the RFC allows. */
export function readRange(header: string | undefined, size: number): RangeAnswer {
  const match = header ? /^bytes\s*=\s*(\d*)\s*-\s*(\d*)$/i.exec(header.trim()) : null;
  if (!match) return 'whole';
  const [, first = '', last = ''] = match;
  if (first === '') {
    if (last === '') return 'whole';
    const suffix = Number(last);
    return suffix === 0 || size === 0 ? 'unsatisfiable' : { from: Math.max(0, size - suffix), to: size - 1 };
  }
  const from = Number(first);
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < from) return 'whole';
  return from >= size ? 'unsatisfiable' : { from, to };
}
