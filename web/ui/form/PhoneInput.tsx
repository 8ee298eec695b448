import { InputBase, type InputBaseProps } from '@mantine/core';
import { type ChangeEvent, type ComponentProps, useRef } from 'react';
import { phoneDigits } from '#shared/phone.ts';
import { editPhone, maskedPhone } from './phone-mask.ts';

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
