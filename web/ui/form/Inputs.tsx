import { InputBase, type InputBaseProps, NumberInput, type NumberInputProps } from '@mantine/core';
import { type ChangeEvent, type ComponentProps, type FocusEvent, useRef } from 'react';
import { maxExtensionDigits, maskEnteredPhone, readPhone } from '#shared/phone.ts';

/** The field's text before and after an edit, and the position of the caret. */
type PhoneEdit = {
  before: string;
  after: string;
  caret: number;
  /** One character was deleted: the one before the caret, or the one after it. */
  deletedSide?: 'before' | 'after' | undefined;
};

const maxDigits = 10;
const getDigits = (text: string) => text.replace(/\D/g, '');

/** Up to ten digits under the mask (999)999-9999 (`docs/product/access.md#account-fields`). */
export function maskPhone(digits: string): string {
  const area = digits.slice(0, 3);
  if (digits.length <= 3) return area && `(${area}`;
  const line = digits.slice(6, maxDigits);
  return `(${area})${digits.slice(3, 6)}${line && `-${line}`}`;
}

/** The position of the caret after this many digits. */
function getCaretPosition(digits: number): number {
  if (digits === 0) return 0;
  return digits + (digits <= 3 ? 1 : digits <= 6 ? 2 : 3);
}

/** One character was typed, or some were deleted. */
const isTyping = ({ before, after, deletedSide }: PhoneEdit) =>
  deletedSide !== undefined || after.length < before.length || after.length === before.length + 1;

/** Fewer digits than a number has, with the punctuation between them: the start of a number, or a part that replaces one. */
const isPart = (text: string) => /^[\d\s().-]*$/.test(text) && getDigits(text).length < maxDigits;

/**
 * The field after any edit: a key, a paste, a dropped text, or autofill. A leading 1 before ten digits is removed
 * (`docs/product/access.md#sign-up`), and an eleventh digit cannot be typed. Deleting a bracket deletes the digit next to it. A
 * pasted text that is not a US number, and a number typed with another country's code, stay as they are, so that the form can
 * show what is wrong with them.
 */
export function editPhone(edit: PhoneEdit): { value: string; caret: number } {
  const { before, after, caret, deletedSide } = edit;
  const number = readPhone(after);
  const hasMask = before === maskPhone(getDigits(before));
  const isMasked = number ? number.extension === null : isPart(after) || (hasMask && isTyping(edit) && !after.startsWith('+'));
  if (!isMasked) return { value: after, caret };
  const allDigits = getDigits(after);
  let digits = number?.digits ?? allDigits.slice(0, maxDigits);
  const removedPrefix = number ? Math.max(0, allDigits.length - digits.length) : 0;
  let digitsBefore = Math.max(0, getDigits(after.slice(0, caret)).length - removedPrefix);
  if (deletedSide && digits === getDigits(before)) {
    const deletedIndex = deletedSide === 'after' ? digitsBefore : digitsBefore - 1;
    digits = digits.slice(0, Math.max(0, deletedIndex)) + digits.slice(deletedIndex + 1);
    digitsBefore = Math.max(0, Math.min(digitsBefore, deletedIndex));
  }
  const value = maskPhone(digits);
  return { value, caret: Math.min(getCaretPosition(digitsBefore), value.length) };
}

/**
 * The number and the extension of a text that has both. While someone types the extension, it stays where it is, so that the
 * next digit is not typed into the number.
 */
export function splitExtension({ before, after, deletedSide }: Omit<PhoneEdit, 'caret'>) {
  if (deletedSide !== undefined || after.length === before.length + 1) return null;
  const { digits, extension } = readPhone(after) ?? { digits: '', extension: null };
  return extension !== null && extension.length <= maxExtensionDigits ? { number: maskPhone(digits), extension } : null;
}

type Props = InputBaseProps &
  Omit<ComponentProps<'input'>, 'onChange' | 'size' | 'ref' | 'defaultValue'> & {
    defaultValue?: string;
    onChange?: (masked: string) => void;
    /** Receives the extension of a pasted number. Without it, such a number stays whole. */
    onExtension?: (extension: string) => void;
  };

const sideByInputType: Record<string, 'before' | 'after' | undefined> = {
  deleteContentBackward: 'before',
  deleteContentForward: 'after',
};

/**
 * A US phone number under the mask (999)999-9999. It accepts `form.getInputProps` unchanged. Unlike the library's own mask, it
 * lets the browser handle paste, autofill and deletion as in any field, and applies the mask afterward.
 */
export function PhoneInput({ onChange, onExtension, onBlur, defaultValue = '', ...props }: Props) {
  const initialText = maskEnteredPhone(defaultValue);
  const lastText = useRef(initialText);
  /** Moves the extension to its own field. Returns false if there is none. */
  const moveExtension = (input: HTMLInputElement, edit: Omit<PhoneEdit, 'caret'>): boolean => {
    const parts = onExtension ? splitExtension(edit) : null;
    if (!parts) return false;
    input.value = parts.number;
    lastText.current = parts.number;
    onChange?.(parts.number);
    onExtension?.(parts.extension);
    return true;
  };
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    moveExtension(event.currentTarget, { before: '', after: event.currentTarget.value });
    onBlur?.(event);
  };
  const onEdit = ({ currentTarget: input, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const deletedSide = nativeEvent instanceof InputEvent ? sideByInputType[nativeEvent.inputType] : undefined;
    if (moveExtension(input, { before: lastText.current, after: input.value, deletedSide })) return;
    const caret = input.selectionStart ?? input.value.length;
    const next = editPhone({ before: lastText.current, after: input.value, caret, deletedSide });
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
      defaultValue={initialText}
      onChange={onEdit}
      onBlur={leave}
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
