import { TextInput, type TextInputProps } from '@mantine/core';

type Props = TextInputProps & {
  /** An address is chosen: it brings its ZIP code, which may be made exact. */
  isOpen: boolean;
};

/** The ZIP code of an address that is chosen from suggestions; closed while none is. */
export function ZipField({ isOpen, ...input }: Props) {
  return (
    <TextInput
      label="ZIP code"
      inputMode="numeric"
      maxLength={10}
      disabled={!isOpen}
      placeholder={isOpen ? undefined : 'From the address'}
      {...input}
    />
  );
}
