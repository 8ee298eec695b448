import { TextInput, type TextInputProps } from '@mantine/core';
import { companyFields } from '#shared/companies/company.ts';
import { t } from '#web/texts/app.ts';
import { choiceInputs } from '#web/ui/form/ChoiceInputs.tsx';
import { createFieldInput, type FormParts } from '#web/ui/form/FieldInput.tsx';

/** The input of a company's field. */
export const CompanyInput = createFieldInput(companyFields, choiceInputs);

type Props<Name extends string> = { form: FormParts<Name>; required?: boolean };

export function CompanyNameField(props: Props<'companyName'>) {
  return <CompanyInput name="companyName" autoComplete="organization" {...props} />;
}

export function CompanySizeField(props: Props<'size'>) {
  return <CompanyInput name="size" placeholder={t('company.numberOfEmployees')} {...props} />;
}

type ZipFieldProps = TextInputProps & {
  /** An address is chosen, so its ZIP code can be corrected. */
  isOpen: boolean;
};

/** The ZIP code of the chosen address. The field is disabled until an address is chosen. */
export function ZipField({ isOpen, ...input }: ZipFieldProps) {
  return (
    <TextInput
      label={t('common.zipCode')}
      inputMode="numeric"
      maxLength={10}
      disabled={!isOpen}
      placeholder={isOpen ? undefined : t('company.fromTheAddress')}
      {...input}
    />
  );
}
