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
  isForAnotherPerson?: boolean;
};

/** The phone number of an office and its extension (`docs/product/access.md#extensions`). */
export function OfficePhoneInput<Prefix extends string>({
  form,
  prefix,
  label,
  required,
  isForAnotherPerson = false,
}: Props<Prefix>) {
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
        {...(isForAnotherPerson && { autoComplete: 'off' })}
        {...form.getInputProps(`${prefix}phone`)}
      />
      <ExtensionInput
        ref={extensionInput}
        autoComplete={isForAnotherPerson ? 'off' : 'tel-extension'}
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

/** One to seven digits. Everything but spaces stays in the input, with an error if it is no extension. */
function ExtensionInput({ onChange, ...props }: ExtensionProps) {
  return (
    <TextInput
      label={t('common.phoneExtension')}
      inputMode="numeric"
      w="5rem"
      flex="none"
      {...props}
      onChange={({ currentTarget: input }) => onChange?.(input.value.replaceAll(/\s/g, ''))}
    />
  );
}
