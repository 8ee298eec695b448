import { InputBase, type InputBaseProps } from '@mantine/core';
import { useMask } from '@mantine/hooks';
import type { ComponentProps } from 'react';

type Props = InputBaseProps &
  Omit<ComponentProps<'input'>, 'onChange' | 'size' | 'ref'> & { onChange?: (masked: string) => void };

/**
 * A US phone under the mask (999)999-9999 (`spec: access §5`); takes `form.getInputProps` as they are. Not the library's own
 * MaskInput, which takes the sign of a wrong field away from screen readers.
 */
export function PhoneInput({ onChange, ...props }: Props) {
  const { ref } = useMask({
    mask: '(999)999-9999',
    showMaskOnFocus: false,
    slotChar: null,
    invalid: Boolean(props.error),
    onChangeRaw: (_raw, masked) => onChange?.(masked),
  });
  return <InputBase component="input" type="tel" inputMode="tel" autoComplete="tel-national" {...props} ref={ref} />;
}
