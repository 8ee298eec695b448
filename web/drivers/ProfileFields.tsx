import { Chip, Fieldset, Group, Input, NativeSelect, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { type DriverForm, driverFields, maxYearsOfExperience } from '#shared/drivers/driver.ts';
import { inputsOf, propertyOf, requestOf } from '#shared/resource.ts';
import type { Inputs } from '#web/api/trpc.ts';
import { AddressAutocomplete } from '#web/places/AddressAutocomplete.tsx';
import { t } from '#web/texts/app.ts';
import { createFieldInput, type InputProps } from '#web/ui/form/FieldInput.tsx';
import type { SchemaForm } from '#web/ui/form/Form.tsx';
import { DelayedPlaceholder } from '#web/ui/Loading.tsx';
import { Section } from '#web/ui/Section.tsx';
import type { Home } from './apply-draft.ts';
import type { Profile } from './queries.ts';

/** The contact of a new account that no code proved. */
export type NewContact = 'email' | 'phone';

type Props = {
  form: SchemaForm<DriverForm>;
  home: Home | null;
  onHomeChange: (home: Home | null) => void;
  /** Marks the answers that an application requires. */
  isApplying?: boolean;
  /**
   * The contact that a new account requires, besides the one that a code proved. Its form asks for a ZIP code, because visitors get no
   * suggestions of addresses.
   */
  newContact?: NewContact | undefined;
};

const twoColumns = { base: 1, xs: 2 } as const;

/** A phone shows its own list of the options. */
function NativeChoice({ options, ...props }: InputProps) {
  return <NativeSelect data={options} {...props} />;
}

/** Several choices from a short list, large enough to tap. */
function Chips({ label, options = [], error, onChange, defaultValue, 'data-path': path }: InputProps) {
  return (
    <Fieldset
      variant="unstyled"
      legend={label}
      data-path={path}
      styles={{ legend: { fontWeight: 500, paddingInline: 0, marginBottom: 4 } }}
    >
      <Chip.Group multiple defaultValue={defaultValue} onChange={onChange}>
        <Group gap="xs">
          {options.map((option) => (
            <Chip key={option.value} value={option.value} size="sm" color="navy">
              {option.label}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {error ? <Input.Error mt={4}>{error}</Input.Error> : null}
    </Fieldset>
  );
}

/** The input of a profile's field. */
export const ProfileInput = createFieldInput(driverFields, { choice: NativeChoice, choices: Chips, flag: Switch });

/** The fields of a driver's profile, for the settings and for applying. */
export function ProfileFields({ form, home, onHomeChange, isApplying = false, newContact }: Props) {
  const isNew = newContact !== undefined;
  const changeHome = (place: Home | null) => {
    form.setFieldValue('home', place?.description ?? '');
    onHomeChange(place);
  };
  return (
    <>
      <Section title={t('driver.aboutYou')}>
        <Stack gap="md">
          <SimpleGrid cols={twoColumns} spacing="md">
            <ProfileInput form={form} name="firstName" required={isNew} autoComplete="given-name" />
            <ProfileInput form={form} name="lastName" required={isNew} autoComplete="family-name" />
          </SimpleGrid>
          <SimpleGrid cols={twoColumns} spacing="md">
            {newContact === 'email' ? (
              <TextInput
                label={t('ui.email')}
                description={t('driver.emailForAccountHint')}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                type="email"
                inputMode="email"
                autoComplete="email"
                required
                maxLength={64}
                key={form.key('email')}
                {...form.getInputProps('email')}
              />
            ) : (
              <ProfileInput form={form} name="phone" required={isNew} />
            )}
            <ProfileInput
              form={form}
              name="birthdate"
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              autoComplete="bday"
            />
          </SimpleGrid>
          {isNew ? (
            <TextInput
              label={t('common.zipCode')}
              description={t('driver.zipCodeHint')}
              required
              inputMode="numeric"
              autoComplete="postal-code"
              maxLength={10}
              key={form.key('home')}
              {...form.getInputProps('home')}
            />
          ) : (
            <div data-path="home">
              <AddressAutocomplete
                label={t('common.location')}
                isOptional
                required={isApplying}
                hint={t('driver.locationHint')}
                value={home?.description ?? ''}
                onSelect={(place) => changeHome(place)}
                onClear={() => home && changeHome(null)}
                error={form.errors['home']}
              />
            </div>
          )}
        </Stack>
      </Section>
      {isApplying ? (
        <DelayedPlaceholder height="60rem">
          <DrivingFields form={form} isApplying isNew={isNew} />
        </DelayedPlaceholder>
      ) : (
        // The buttons of the profile screen focus these fields, so they must be there from the start.
        <DrivingFields form={form} />
      )}
    </>
  );
}

const yesOrNoOptions = [
  { value: '', label: t('common.choose') },
  { value: 'yes', label: t('common.yes') },
  { value: 'no', label: t('common.no') },
];

/**
 * License, experience and preferences: the part below the first screen. A first application leaves out what few companies need to
 * know at once.
 */
export function DrivingFields({
  form,
  isApplying = false,
  isNew = false,
}: Pick<Props, 'form' | 'isApplying'> & { isNew?: boolean }) {
  return (
    <>
      <Section title={t('driver.licenseAndExperience')}>
        <Stack gap="md">
          <SimpleGrid cols={twoColumns} spacing="md">
            <ProfileInput form={form} name="cdlStatus" required={isApplying} />
            <ProfileInput form={form} name="yearsOfExperience" max={maxYearsOfExperience} required={isApplying} />
          </SimpleGrid>
          <ProfileInput form={form} name="workExperiences" />
          <ProfileInput form={form} name="endorsements" />
          {isNew ? null : <ProfileInput form={form} name="equipment" />}
          <ProfileInput form={form} name="ownerOperator" options={yesOrNoOptions} />
        </Stack>
      </Section>
      <Section title={t('driver.jobPreferences')}>
        <Stack gap="md">
          <SimpleGrid cols={twoColumns} spacing="md">
            <ProfileInput form={form} name="homeTime" />
            <ProfileInput form={form} name="expectedPay" />
            <ProfileInput form={form} name="availableFrom" />
          </SimpleGrid>
          {isNew ? null : <ProfileInput form={form} name="shifts" />}
        </Stack>
      </Section>
    </>
  );
}

type Address = Pick<Profile, 'street1' | 'city' | 'state' | 'postalCode'>;

export function toHome({ street1, city, state, postalCode }: Address): Home | null {
  if (!city || !state) return null;
  const place = [city, [state, postalCode].filter(Boolean).join(' ')].join(', ');
  return { description: street1 ? `${street1}, ${place}` : place, street1, city, state, postalCode };
}

/** The initial values of the inputs. They are empty for a visitor. */
export const toFormValues = (profile: Profile | null): DriverForm => ({
  ...(profile ? inputsOf(driverFields, profile) : propertyOf(driverFields, 'empty')),
  home: (profile && toHome(profile)?.description) ?? '',
  email: '',
  message: '',
  screeningAnswers: {},
});

/**
 * The form's values for the request, with empty inputs as null. It leaves out `matchEnabled`, because only the profile page
 * shows that switch.
 */
export function toProfileUpdate(values: DriverForm, home: Home | null): Inputs['drivers']['updateProfile'] {
  const {
    home: _home,
    email: _email,
    message: _message,
    screeningAnswers: _screening,
    matchEnabled: _matchEnabled,
    ...answers
  } = values;
  const { street1, city, state, postalCode } = home ?? { street1: null, city: null, state: null, postalCode: null };
  return { ...requestOf(driverFields, answers), street1, city, state, postalCode } as Inputs['drivers']['updateProfile'];
}
