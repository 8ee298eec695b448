import { invalid } from '#server/errors.ts';

/** Deeper than any document or filter of ours; a parser's stack ends far below. */
const mostDepth = 64;

/**
 * Refuses what no column can hold: the NUL character and halves of surrogate pairs, as keys or as texts, and nesting
 * without end. The one place for both doors; schemas speak of meaning only.
 * @throws AppError invalid, naming the field
 */
export function assertReadable(input: unknown): void {
  const left: { value: unknown; path: string; depth: number }[] = [{ value: input, path: '', depth: 0 }];
  for (let next = left.pop(); next; next = left.pop()) {
    const { value, path, depth } = next;
    if (typeof value === 'string') {
      if (!isReadable(value)) throw invalid(path, 'Remove the control characters');
      continue;
    }
    if (!isPlain(value)) continue;
    if (depth >= mostDepth) throw invalid(path.split('.')[0] ?? '', 'This is nested too deeply');
    for (const [key, inner] of Object.entries(value)) {
      if (!isReadable(key)) throw invalid(path, 'Remove the control characters');
      left.push({ value: inner, path: path && depth < 8 ? `${path}.${key}` : path || key, depth: depth + 1 });
    }
  }
}

const isReadable = (text: string) => text.isWellFormed() && !text.includes('\u0000');

/** Lists and records; not dates, nor the streams of uploads. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
