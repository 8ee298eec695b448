import { Group, TextInput, type TextInputProps } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { useRef } from 'react';
import { t } from '#web/texts/app.ts';
import { PhoneInput } from './Inputs.tsx';

type FieldName<Prefix extends string> = `${Prefix}phone` | `${Prefix}phoneExtension`;

type Props<Prefix extends string> = {
  form: {
    key: (field: FieldName<Prefix>) => string;
    getInputProps: (field: FieldName<Prefix>) => GetInputPropsReturnType;
  };
  /** The path of the object that has the phone, with a period at the end. Empty for the form's own values. */
  prefix: Prefix;
  label: string;
  required?: boolean;
  /** For another person's number, which the browser cannot know. */
  isOfOther?: boolean;
};

/** The phone number of an office and its extension (`docs/product/access.md#extensions`). */
export function OfficePhoneInput<Prefix extends string>({ form, prefix, label, required, isOfOther = false }: Props<Prefix>) {
  const extensionInput = useRef<HTMLInputElement>(null);
  const extension: ExtensionProps = form.getInputProps(`${prefix}phoneExtension`);
  const showExtension = (digits: string) => {
    if (extensionInput.current) extensionInput.current.value = digits;
    extension.onChange?.(digits);
  };
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <PhoneInput
        label={label}
        required={required}
        flex={1}
        miw={0}
        onExtension={showExtension}
        key={form.key(`${prefix}phone`)}
        {...(isOfOther && { autoComplete: 'off' })}
        {...form.getInputProps(`${prefix}phone`)}
      />
      <ExtensionInput
        ref={extensionInput}
        autoComplete={isOfOther ? 'off' : 'tel-extension'}
        key={form.key(`${prefix}phoneExtension`)}
        {...extension}
      />
    </Group>
  );
}

type ExtensionProps = Omit<TextInputProps, 'onChange'> & {
  ref?: React.Ref<HTMLInputElement>;
  onChange?: (digits: string) => void;
};

const maxDigits = 7;

/** One to seven digits. Everything else that is typed or pasted is left out. */
function ExtensionInput({ onChange, ...props }: ExtensionProps) {
  return (
    <TextInput
      label={t('common.phoneExtension')}
      inputMode="numeric"
      w="5rem"
      flex="none"
      {...props}
      onChange={({ currentTarget: input }) => {
        const digits = input.value.replaceAll(/\D/g, '').slice(0, maxDigits);
        if (digits !== input.value) input.value = digits;
        onChange?.(digits);
      }}
    />
  );
}
