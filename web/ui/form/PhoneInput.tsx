import { MaskInput, type MaskInputProps } from '@mantine/core';

type Props = Omit<MaskInputProps, 'mask' | 'onChange' | 'onChangeRaw'> & { onChange?: (masked: string) => void };

/** A US phone under the mask (999)999-9999 (`spec: access §5`); takes `form.getInputProps` as they are. */
export function PhoneInput({ onChange, ...props }: Props) {
  return (
    <MaskInput
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      {...props}
      mask="(999)999-9999"
      showMaskOnFocus={false}
      slotChar={null}
      onChangeRaw={(_raw, masked) => onChange?.(masked)}
    />
  );
}
