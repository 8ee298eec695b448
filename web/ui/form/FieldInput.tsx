import { type ComboboxItem, NumberInput, TextInput, type TextInputProps } from '@mantine/core';
import type { GetInputPropsOptions, GetInputPropsReturnType } from '@mantine/form';
import type { ComponentType } from 'react';
import * as z from 'zod/mini';
import { choices, options } from '#shared/catalogues.ts';
import type { Field, InputKind } from '#shared/resource.ts';
import { t, writeText } from '#web/texts/app.ts';
import { MoneyInput, PhoneInput } from './Inputs.tsx';

type ChoiceKind = 'choice' | 'choices' | 'flag';
type BasicKind = Exclude<InputKind, ChoiceKind | 'own' | 'none'>;

/** What a screen adds to the field's description, or replaces. */
type ScreenProps = Pick<
  TextInputProps,
  'description' | 'placeholder' | 'autoComplete' | 'required' | 'readOnly' | 'inputWrapperOrder' | 'list'
> & { label?: string; options?: ComboboxItem[]; max?: number; 'data-autofocus'?: true };

/** The properties of an input. Its value, handlers and error come from `form.getInputProps`. */
export type InputProps = ScreenProps & { maxLength?: number | undefined; 'data-path'?: string } & GetInputPropsReturnType;

/** The parts of a form that its inputs need. */
export type FormParts<Name extends string> = {
  key: (name: Name) => string;
  getInputProps: (name: Name, options?: GetInputPropsOptions) => GetInputPropsReturnType;
};

type Props<Name extends string> = ScreenProps & { form: FormParts<Name>; name: Name };

const basicInputs: Record<BasicKind, ComponentType<InputProps>> = {
  line: TextInput,
  email: (props) => <TextInput type="email" {...props} />,
  url: (props) => <TextInput type="url" inputMode="url" placeholder="https://" {...props} />,
  phone: PhoneInput,
  date: (props) => <TextInput type="date" {...props} />,
  number: (props) => <NumberInput inputMode="decimal" min={0} decimalScale={1} clampBehavior="none" hideControls {...props} />,
  money: MoneyInput,
};

/** The fields with an input of this kind. */
type NamesOf<Fields extends Record<string, Field>, Kind extends InputKind> = {
  [Name in keyof Fields & string]: Fields[Name]['input'] extends Kind ? Name : never;
}[keyof Fields & string];

/** The inputs for choices, which look different on a desk and on a phone. Only the kinds that the fields have. */
type ChoiceInputs<Fields extends Record<string, Field>> = {
  [Kind in ChoiceKind as NamesOf<Fields, Kind> extends never ? never : Kind]: ComponentType<InputProps>;
};

const isMaxLength = (check: z.core.$ZodCheck<string>) => check instanceof z.core.$ZodCheckMaxLength;

function maxLengthOf(schema: Field['formSchema']): number | undefined {
  return schema instanceof z.core.$ZodString ? schema._zod.def.checks?.find(isMaxLength)?._zod.def.maximum : undefined;
}

/** An optional choice can be taken back, so its first option is empty. */
function optionsOf({ catalogue, empty }: Field, value: string | string[] | null): ComboboxItem[] {
  const catalogueOptions = options(choices(catalogue ?? [], [value].flat()), writeText);
  return empty === '' ? [{ value: '', label: t('common.choose') }, ...catalogueOptions] : catalogueOptions;
}

/**
 * Creates the component that shows any of the fields: `<JobInput form={form} name="title" />`. Label, hint, options, maximum
 * length and required mark come from the field's description.
 */
export function createFieldInput<Fields extends Record<string, Field>>(fields: Fields, choiceInputs: ChoiceInputs<Fields>) {
  type InputName = NamesOf<Fields, BasicKind | ChoiceKind>;
  const inputs: Partial<Record<InputKind, ComponentType<InputProps>>> = { ...basicInputs, ...choiceInputs };
  return function FieldInput<Name extends InputName>({ form, name, ...props }: Props<Name>) {
    const field: Field | undefined = fields[name];
    const Input = inputs[field?.input ?? 'none'];
    if (!field || !Input) return null;
    const { label, hint, catalogue, formSchema, empty } = field;
    const bound = form.getInputProps(name, field.input === 'flag' ? { type: 'checkbox' } : undefined);
    return (
      <Input
        label={writeText(label)}
        description={hint && writeText(hint)}
        required={formSchema && !z.safeParse(formSchema, empty).success}
        maxLength={maxLengthOf(formSchema)}
        {...(catalogue && { options: optionsOf(field, bound.defaultValue) })}
        key={form.key(name)}
        {...props}
        {...bound}
      />
    );
  };
}
