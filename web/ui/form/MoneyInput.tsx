import { NumberInput, type NumberInputProps } from '@mantine/core';

type Props = Omit<
  NumberInputProps,
  'prefix' | 'decimalScale' | 'thousandSeparator' | 'min' | 'max' | 'hideControls' | 'allowNegative'
>;

/** Dollars with up to 8 digits and 2 decimals. It accepts `form.getInputProps` unchanged. */
export function MoneyInput(props: Props) {
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
