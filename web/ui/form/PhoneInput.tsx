import { InputBase, type InputBaseProps } from '@mantine/core';
import { type ChangeEvent, type ComponentProps, useRef } from 'react';
import { phoneDigits } from '#shared/phone.ts';

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

type Props = InputBaseProps &
  Omit<ComponentProps<'input'>, 'onChange' | 'size' | 'ref' | 'defaultValue'> & {
    defaultValue?: string;
    onChange?: (masked: string) => void;
  };

const sides: Record<string, 'before' | 'after' | undefined> = {
  deleteContentBackward: 'before',
  deleteContentForward: 'after',
};

/**
 * A US phone under the mask (999)999-9999 (`spec: access §5`); takes `form.getInputProps` as they are. The library's own mask
 * writes by itself what is pasted; here the browser pastes, fills in and deletes as in any field, and the mask follows.
 */
export function PhoneInput({ onChange, defaultValue = '', ...props }: Props) {
  const initial = maskedPhone(phoneDigits(defaultValue));
  const shown = useRef(initial);
  const follow = ({ currentTarget: input, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const deleted = nativeEvent instanceof InputEvent ? sides[nativeEvent.inputType] : undefined;
    const caret = input.selectionStart ?? input.value.length;
    const next = editPhone({ before: shown.current, after: input.value, caret, deleted });
    if (next.value !== input.value) input.value = next.value;
    if (document.activeElement === input) input.setSelectionRange(next.caret, next.caret);
    shown.current = next.value;
    onChange?.(next.value);
  };
  return (
    <InputBase
      component="input"
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      {...props}
      defaultValue={initial}
      onChange={follow}
    />
  );
}
