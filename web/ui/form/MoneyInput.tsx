import { NumberInput, type NumberInputProps } from '@mantine/core';

type Props = Omit<
  NumberInputProps,
  'prefix' | 'decimalScale' | 'thousandSeparator' | 'min' | 'max' | 'hideControls' | 'allowNegative'
>;

/** Dollars with at most two decimals, up to 8 digits (`spec: access §5`); takes `form.getInputProps` as they are. */
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
