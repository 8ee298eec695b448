import { Chip, Fieldset, Group, Input, NativeSelect, NumberInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { cdlStatuses, choices, homeTimes, options } from '#shared/catalogues.ts';
import { type DriverForm, driverFields } from '#shared/drivers/driver.ts';
import type { Address } from '#shared/places/addresses.ts';
import { inputsOf, requestOf } from '#shared/resource.ts';
import { AddressAutocomplete } from '#web/places/AddressAutocomplete.tsx';
import { t, writeText } from '#web/texts/app.ts';
import type { Inputs } from '#web/trpc.ts';
import type { SchemaForm } from '#web/ui/form/Form.tsx';
import { MoneyInput, PhoneInput } from '#web/ui/form/Inputs.tsx';
import { DelayedPlaceholder } from '#web/ui/Loading.tsx';
import { Section } from '#web/ui/Section.tsx';
import type { Profile } from './queries.ts';

type Props = {
  form: SchemaForm<DriverForm>;
  home: Home | null;
  onHomeChange: (home: Home | null) => void;
  /** Marks the answers that an application requires. */
  isApplying?: boolean;
};

const emptyOption = { value: '', label: t('driver.choose') };
const twoColumns = { base: 1, xs: 2 } as const;

/** The fields of a driver's profile, for the settings and for applying. */
export function ProfileFields({ form, home, onHomeChange, isApplying = false }: Props) {
  const requiredProps = isApplying ? { required: true } : {};
  const bind = (field: keyof typeof driverFields & keyof DriverForm) => ({
    label: writeText(driverFields[field].label),
    ...form.getInputProps(field),
  });
  const changeHome = (place: Home | null) => {
    form.setFieldValue('home', place?.description ?? '');
    onHomeChange(place);
  };
  return (
    <>
      <Section title={t('driver.aboutYou')}>
        <Stack gap="md">
          <SimpleGrid cols={twoColumns} spacing="md">
            <TextInput autoComplete="given-name" key={form.key('firstName')} {...bind('firstName')} />
            <TextInput autoComplete="family-name" key={form.key('lastName')} {...bind('lastName')} />
          </SimpleGrid>
          <SimpleGrid cols={twoColumns} spacing="md">
            <PhoneInput key={form.key('phone')} {...bind('phone')} />
            <TextInput
              type="date"
              description={writeText(driverFields.birthdate.hint)}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              autoComplete="bday"
              key={form.key('birthdate')}
              {...bind('birthdate')}
            />
          </SimpleGrid>
          <AddressAutocomplete
            label={t('common.location')}
            isOptional
            {...requiredProps}
            hint={t('driver.locationHint')}
            value={home?.description ?? ''}
            onSelect={(place) => changeHome(place)}
            onClear={() => home && changeHome(null)}
            error={form.errors['home']}
          />
        </Stack>
      </Section>
      <DelayedPlaceholder height="60rem">
        <Section title={t('driver.licenseAndExperience')}>
          <Stack gap="md">
            <SimpleGrid cols={twoColumns} spacing="md">
              <NativeSelect
                data={[emptyOption, ...options(cdlStatuses, writeText)]}
                {...requiredProps}
                key={form.key('cdlStatus')}
                {...bind('cdlStatus')}
              />
              <NumberInput
                inputMode="decimal"
                min={0}
                max={70}
                decimalScale={1}
                clampBehavior="none"
                hideControls
                {...requiredProps}
                key={form.key('yearsOfExperience')}
                {...bind('yearsOfExperience')}
              />
            </SimpleGrid>
            <Chips form={form} field="workExperiences" />
            <Chips form={form} field="endorsements" />
            <NativeSelect
              data={[emptyOption, { value: 'yes', label: t('common.yes') }, { value: 'no', label: t('common.no') }]}
              key={form.key('ownerOperator')}
              {...bind('ownerOperator')}
            />
          </Stack>
        </Section>
        <Section title={t('driver.jobPreferences')}>
          <SimpleGrid cols={twoColumns} spacing="md">
            <NativeSelect
              data={[emptyOption, ...options(choices(homeTimes, [form.getInitialValues().homeTime]), writeText)]}
              key={form.key('homeTime')}
              {...bind('homeTime')}
            />
            <MoneyInput key={form.key('expectedPay')} {...bind('expectedPay')} />
          </SimpleGrid>
        </Section>
      </DelayedPlaceholder>
    </>
  );
}

type ChipsProps = { form: SchemaForm<DriverForm>; field: 'workExperiences' | 'endorsements' };

/** Several choices from a short list, large enough to tap. */
function Chips({ form, field }: ChipsProps) {
  const { label, catalogue } = driverFields[field];
  const { error, ...input } = form.getInputProps(field);
  return (
    <Fieldset
      variant="unstyled"
      legend={writeText(label)}
      styles={{ legend: { fontWeight: 500, paddingInline: 0, marginBottom: 4 } }}
    >
      <Chip.Group multiple key={form.key(field)} {...input}>
        <Group gap="xs">
          {choices<string>(catalogue, form.getInitialValues()[field]).map((entry) => (
            <Chip key={entry.code} value={entry.code} size="sm" color="navy">
              {writeText(entry.label)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {error ? <Input.Error mt={4}>{error}</Input.Error> : null}
    </Fieldset>
  );
}

/** The driver's address. */
type Home = Pick<Address, 'description' | 'street1' | 'city' | 'state' | 'postalCode'>;

export function toHome({ street1, city, state, postalCode }: Profile): Home | null {
  if (!city || !state) return null;
  const place = [city, [state, postalCode].filter(Boolean).join(' ')].join(', ');
  return { description: street1 ? `${street1}, ${place}` : place, street1, city, state, postalCode };
}

/** The initial values of the inputs. */
export const toFormValues = (profile: Profile): DriverForm => ({
  ...inputsOf(driverFields, profile),
  home: toHome(profile)?.description ?? '',
  message: '',
  screeningAnswers: {},
});

/**
 * The form's values for the request, with empty inputs as null. It leaves out `matchEnabled`, because only the profile page
 * shows that switch.
 */
export function toProfileUpdate(values: DriverForm, home: Home | null): Inputs['drivers']['updateProfile'] {
  const { home: _home, message: _message, screeningAnswers: _screening, matchEnabled: _matchEnabled, ...answers } = values;
  const { street1, city, state, postalCode } = home ?? { street1: null, city: null, state: null, postalCode: null };
  return { ...requestOf(driverFields, answers), street1, city, state, postalCode } as Inputs['drivers']['updateProfile'];
}
