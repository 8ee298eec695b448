/** What was in the field, what the reader made of it, and where the caret stands in that. */
type Edit = {
  before: string;
  after: string;
  caret: number;
  /** One sign was deleted: the one before the caret, or the one after it. */
  deleted?: 'before' | 'after' | undefined;
};

const longest = 10;
const digitsOf = (text: string) => text.replace(/\D/g, '');

/** Ten digits under the mask (999)999-9999 (`spec: access §5`), or as many of them as there are yet. */
export function maskedPhone(digits: string): string {
  const area = digits.slice(0, 3);
  if (digits.length <= 3) return area && `(${area}`;
  const line = digits.slice(6, longest);
  return `(${area})${digits.slice(3, 6)}${line && `-${line}`}`;
}

/** The place behind so many digits. */
function placeBehind(digits: number): number {
  if (digits === 0) return 0;
  return digits + (digits <= 3 ? 1 : digits <= 6 ? 2 : 3);
}

/**
 * The field after an edit of any kind: a key, a paste, a dropped text, the browser's own filling in. The country's 1 before
 * ten digits goes (`spec: access §2 Sign-up`), what is beyond the ten as well. Who deletes a bracket means the digit beside it.
 */
export function editPhone({ before, after, caret, deleted }: Edit): { value: string; caret: number } {
  let digits = digitsOf(after);
  let behind = digitsOf(after.slice(0, caret)).length;
  if (deleted && digits === digitsOf(before)) {
    const gone = deleted === 'after' ? behind : behind - 1;
    digits = digits.slice(0, Math.max(0, gone)) + digits.slice(gone + 1);
    behind = Math.max(0, Math.min(behind, gone));
  }
  if (digits.length > longest && digits.startsWith('1')) {
    digits = digits.slice(1);
    behind = Math.max(0, behind - 1);
  }
  const value = maskedPhone(digits.slice(0, longest));
  return { value, caret: Math.min(placeBehind(behind), value.length) };
}
