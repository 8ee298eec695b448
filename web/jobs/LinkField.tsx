import { TextInput } from '@mantine/core';

type Props = {
  id: string;
  value: string;
  /** What is wrong with it. */
  problem: string | null;
  onChange: (address: string) => void;
  onLeave: () => void;
};

/** The employer's own page, which the hyperlink add-on leads to. */
export function LinkField({ id, value, problem, onChange, onLeave }: Props) {
  return (
    <TextInput
      id={id}
      label="Link to your application page"
      required
      type="url"
      inputMode="url"
      placeholder="https://"
      maxLength={2048}
      mt="sm"
      value={value}
      error={problem}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => value && onLeave()}
    />
  );
}
