import { Chip, Fieldset, Group, Input, NativeSelect, NumberInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { cdlStatuses, endorsements, homeTimes, jobTypes, options, codes } from '#shared/catalogues.ts';
import type { DriverForm } from '#shared/drivers/driver.ts';
import { AddressAutocomplete } from '#web/places/AddressAutocomplete.tsx';
import { MoneyInput } from '#web/ui/form/MoneyInput.tsx';
import { PhoneInput } from '#web/ui/form/PhoneInput.tsx';
import type { SchemaForm } from '#web/ui/form/schema-form.ts';
import { Later } from '#web/ui/Loading.tsx';
import { Section } from '#web/ui/Section.tsx';
import type { Address } from '#shared/places/addresses.ts';
import * as format from '#shared/format.ts';
import type { Inputs } from '#web/trpc.ts';
import type { Profile } from './queries.ts';

type Props = {
  form: SchemaForm<DriverForm>;
  home: Home | null;
  onHome: (home: Home | null) => void;
  /** Marks the answers that an application cannot be sent without. */
  isApplying?: boolean;
};

const none = { value: '', label: 'Choose' };
const two = { base: 1, xs: 2 } as const;

/** Everything a driver tells about themselves; the same in the settings and when applying. */
export function ProfileFields({ form, home, onHome, isApplying = false }: Props) {
  const required = isApplying ? { required: true } : {};
  const bind = (field: keyof DriverForm) => ({ ...form.getInputProps(field), key: form.key(field) });
  const choose = (place: Home | null) => {
    form.setFieldValue('home', place?.description ?? '');
    onHome(place);
  };
  const { key: firstKey, ...first } = bind('firstName');
  const { key: lastKey, ...last } = bind('lastName');
  const { key: phoneKey, ...phone } = bind('phone');
  const { key: birthKey, ...birth } = bind('birthdate');
  const { key: cdlKey, ...cdl } = bind('cdlStatus');
  const { key: yearsKey, ...years } = bind('yearsOfExperience');
  const { key: ownerKey, ...owner } = bind('ownerOperator');
  const { key: homeTimeKey, ...homeTime } = bind('homeTime');
  const { key: payKey, ...pay } = bind('expectedPay');
  return (
    <>
      <Section title="About you">
        <Stack gap="md">
          <SimpleGrid cols={two} spacing="md">
            <TextInput label="First name" autoComplete="given-name" key={firstKey} {...first} />
            <TextInput label="Last name" autoComplete="family-name" key={lastKey} {...last} />
          </SimpleGrid>
          <SimpleGrid cols={two} spacing="md">
            <PhoneInput label="Phone" key={phoneKey} {...phone} />
            <TextInput
              type="date"
              label="Birth date (optional)"
              description="Employers only see whether you’re 21 or over."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              autoComplete="bday"
              key={birthKey}
              {...birth}
            />
          </SimpleGrid>
          <AddressAutocomplete
            label="Location"
            isOptional
            {...required}
            hint="Street, city or ZIP. We use it to show how far each job is."
            value={home?.description ?? ''}
            onSelect={(place) => choose(place)}
            onClear={() => home && choose(null)}
            error={form.errors['home']}
          />
        </Stack>
      </Section>
      <Later room="60rem">
        <Section title="License and experience">
          <Stack gap="md">
            <SimpleGrid cols={two} spacing="md">
              <NativeSelect label="CDL class" data={[none, ...options(cdlStatuses)]} key={cdlKey} {...required} {...cdl} />
              <NumberInput
                label="Years of experience"
                inputMode="decimal"
                min={0}
                max={70}
                decimalScale={1}
                clampBehavior="none"
                hideControls
                {...required}
                key={yearsKey}
                {...years}
              />
            </SimpleGrid>
            <Chips form={form} field="workExperiences" label="What have you driven?" list={jobTypes} />
            <Chips form={form} field="endorsements" label="Endorsements" list={endorsements} />
            <NativeSelect
              label="Are you an owner-operator?"
              data={[none, { value: 'yes', label: 'Yes' }, { value: 'no', label: 'No' }]}
              key={ownerKey}
              {...owner}
            />
          </Stack>
        </Section>
        <Section title="What you are looking for">
          <SimpleGrid cols={two} spacing="md">
            <NativeSelect label="Home time" data={[none, ...options(homeTimes)]} key={homeTimeKey} {...homeTime} />
            <MoneyInput label="Desired weekly pay" key={payKey} {...pay} />
          </SimpleGrid>
        </Section>
      </Later>
    </>
  );
}

type ChipsProps = {
  form: SchemaForm<DriverForm>;
  field: 'workExperiences' | 'endorsements';
  label: string;
  list: readonly { code: string; label: string }[];
};

/** Many of a closed list, big enough for a thumb. */
function Chips({ form, field, label, list }: ChipsProps) {
  const { error, ...input } = form.getInputProps(field);
  return (
    <Fieldset variant="unstyled" legend={label} styles={{ legend: { fontWeight: 500, paddingInline: 0, marginBottom: 4 } }}>
      <Chip.Group multiple key={form.key(field)} {...input}>
        <Group gap="xs">
          {list.map((entry) => (
            <Chip key={entry.code} value={entry.code} size="sm" color="navy">
              {entry.label}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {error ? <Input.Error mt={4}>{error}</Input.Error> : null}
    </Fieldset>
  );
}

/** Where the driver lives, as chosen; null: not said. */
type Home = Pick<Address, 'description' | 'street1' | 'city' | 'state' | 'postalCode'>;

export function homeOf({ street1, city, state, postalCode }: Profile): Home | null {
  if (!city || !state) return null;
  const place = [city, [state, postalCode].filter(Boolean).join(' ')].join(', ');
  return { description: street1 ? `${street1}, ${place}` : place, street1, city, state, postalCode };
}

/** What the inputs open with. */
export function formOf(profile: Profile): DriverForm {
  return {
    firstName: profile.firstName,
    lastName: profile.lastName,
    phone: profile.phone ? format.phone(profile.phone) : '',
    home: homeOf(profile)?.description ?? '',
    street2: profile.street2 ?? '',
    birthdate: profile.birthdate ?? '',
    cdlStatus: profile.cdlStatus ?? '',
    yearsOfExperience: profile.yearsOfExperience ?? '',
    workExperiences: profile.workExperiences,
    endorsements: profile.endorsements,
    ownerOperator: profile.ownerOperator === null ? '' : profile.ownerOperator ? 'yes' : 'no',
    homeTime: profile.homeTime ?? '',
    expectedPay: profile.expectedPay ?? '',
    matchEnabled: profile.matchEnabled,
    message: '',
  };
}

/** Those of the given codes that are in the list. */
export function pick<Code extends string>(known: readonly Code[], given: readonly string[]): Code[] {
  return known.filter((code) => given.includes(code));
}

/** What the server is told: the profile's answers, empty inputs as null. Matching changes only where its switch is shown. */
export function updateOf(values: DriverForm, home: Home | null): Inputs['drivers']['updateProfile'] {
  const { firstName, lastName, phone, street2, birthdate, yearsOfExperience, expectedPay } = values;
  const address = home ?? { street1: null, city: null, state: null, postalCode: null };
  return {
    firstName,
    lastName,
    phone,
    street1: address.street1,
    street2: street2.trim() || null,
    city: address.city,
    state: address.state,
    postalCode: address.postalCode,
    birthdate: birthdate || null,
    cdlStatus: pick(codes(cdlStatuses), [values.cdlStatus])[0] ?? null,
    yearsOfExperience: yearsOfExperience === '' ? null : yearsOfExperience,
    workExperiences: pick(codes(jobTypes), values.workExperiences),
    endorsements: pick(codes(endorsements), values.endorsements),
    ownerOperator: values.ownerOperator === '' ? null : values.ownerOperator === 'yes',
    homeTime: pick(codes(homeTimes), [values.homeTime])[0] ?? null,
    expectedPay: expectedPay === '' ? null : expectedPay,
  };
}
