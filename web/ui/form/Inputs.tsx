import { InputBase, type InputBaseProps, NumberInput, type NumberInputProps } from '@mantine/core';
import { type ChangeEvent, type ComponentProps, useRef } from 'react';
import { phoneDigits } from '#shared/phone.ts';

/** The field's text before and after an edit, and the position of the caret. */
type Edit = {
  before: string;
  after: string;
  caret: number;
  /** One character was deleted: the one before the caret, or the one after it. */
  deleted?: 'before' | 'after' | undefined;
};

const longest = 10;
const digitsOf = (text: string) => text.replace(/\D/g, '');

/** Up to ten digits under the mask (999)999-9999 (`docs/product/access.md#account-fields`). */
export function maskedPhone(digits: string): string {
  const area = digits.slice(0, 3);
  if (digits.length <= 3) return area && `(${area}`;
  const line = digits.slice(6, longest);
  return `(${area})${digits.slice(3, 6)}${line && `-${line}`}`;
}

/** The position after this many digits. */
function placeBehind(digits: number): number {
  if (digits === 0) return 0;
  return digits + (digits <= 3 ? 1 : digits <= 6 ? 2 : 3);
}

/**
 * The field after any edit: a key, a paste, a dropped text, or autofill. A leading 1 before ten digits is removed, and so
 * is everything beyond the ten (`docs/product/access.md#sign-up`). Deleting a bracket deletes the digit next to it.
 */
export function editPhone({ before, after, caret, deleted }: Edit): { value: string; caret: number } {
  let digits = digitsOf(after);
  let behind = digitsOf(after.slice(0, caret)).length;
  if (deleted && digits === digitsOf(before)) {
    const deletedIndex = deleted === 'after' ? behind : behind - 1;
    digits = digits.slice(0, Math.max(0, deletedIndex)) + digits.slice(deletedIndex + 1);
    behind = Math.max(0, Math.min(behind, deletedIndex));
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
 * A US phone number under the mask (999)999-9999. It accepts `form.getInputProps` unchanged. The library's own mask inserts
 * pasted text itself. Here the browser handles paste, autofill and deletion as in any field, and the mask is applied
 * afterward.
 */
export function PhoneInput({ onChange, defaultValue = '', ...props }: Props) {
  const initial = maskedPhone(phoneDigits(defaultValue));
  const lastText = useRef(initial);
  const follow = ({ currentTarget: input, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const deleted = nativeEvent instanceof InputEvent ? sides[nativeEvent.inputType] : undefined;
    const caret = input.selectionStart ?? input.value.length;
    const next = editPhone({ before: lastText.current, after: input.value, caret, deleted });
    if (next.value !== input.value) input.value = next.value;
    if (document.activeElement === input) input.setSelectionRange(next.caret, next.caret);
    lastText.current = next.value;
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

type MoneyInputProps = Omit<
  NumberInputProps,
  'prefix' | 'decimalScale' | 'thousandSeparator' | 'min' | 'max' | 'hideControls' | 'allowNegative'
>;

/** Dollars with up to 8 digits and 2 decimals. It accepts `form.getInputProps` unchanged. */
export function MoneyInput(props: MoneyInputProps) {
  return (
    <NumberInput
      inputMode="decimal"
      {...props}
      prefix="$"
      decimalScale={2}
      thousandSeparator=","
      min={0}
      max={99_999_999.99}
      clampBehavior="none"
      allowNegative={false}
      hideControls
    />
  );
}
