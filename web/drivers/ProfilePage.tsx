import { Anchor, Group, Progress, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { aiPage } from '#shared/brand.ts';
import { type DriverForm, driverFormSchema, missingParts } from '#shared/drivers/driver.ts';
import { percent } from '#web/browser/format.ts';
import { publicLink } from '#web/browser/language.ts';
import { reloadMe } from '#web/signed-in/me.ts';
import { t, writeText } from '#web/texts/app.ts';
import { Form, SubmitButton, type SchemaForm, useSchemaForm } from '#web/ui/form/Form.tsx';
import { UnsavedChanges } from '#web/ui/form/UnsavedChanges.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';
import { toFormValues, toHome, toProfileUpdate, ProfileFields, ProfileInput } from './ProfileFields.tsx';
import { type Profile, profileQuery, useSaveProfile } from './queries.ts';

/** `/members/settings`: the profile that employers see when the driver applies. */
export function ProfilePage() {
  const { data: profile } = useSuspenseQuery(profileQuery());
  const [home, setHome] = useState(() => toHome(profile));
  const [isHomeChanged, setIsHomeChanged] = useState(false);
  const form = useSchemaForm(driverFormSchema, { initialValues: toFormValues(profile) });
  const save = useSaveProfile();
  return (
    <>
      <PageHeader title={t('driver.myProfile')} description={t('driver.myProfileDescription')} />
      <Form
        form={form}
        label={t('driver.myProfile')}
        onSubmit={async (values) => {
          await save.mutateAsync({ ...toProfileUpdate(values, home), matchEnabled: values.matchEnabled });
          await reloadMe();
          form.resetDirty();
          setIsHomeChanged(false);
          toast.success(t('errors.updated'));
        }}
      >
        <Stack gap="lg" maw="46rem">
          <Completeness profile={profile} />
          <ProfileFields
            form={form}
            home={home}
            onHomeChange={(next) => {
              setHome(next);
              setIsHomeChanged(true);
            }}
          />
          <MatchingSection form={form} />
          <Group justify="flex-end">
            <SubmitButton>{t('common.save')}</SubmitButton>
          </Group>
        </Stack>
      </Form>
      <UnsavedChanges isDirty={() => isHomeChanged || form.isDirty()} />
    </>
  );
}

export function MatchingSection({ form }: { form: SchemaForm<DriverForm> }) {
  return (
    <Section title={t('driver.matching')}>
      <Stack gap="xs">
        <ProfileInput form={form} name="matchEnabled" />
        <Text size="sm">
          <Anchor href={publicLink(aiPage.path)}>{writeText(aiPage.title)}</Anchor>
        </Text>
      </Stack>
    </Section>
  );
}

function Completeness({ profile }: { profile: Profile }) {
  const missingFields = missingParts(profile);
  const share = percent(profile.completeness);
  return (
    <Section title={t('driver.profileCompletenessTitle', { share })}>
      <Progress
        value={profile.completeness * 100}
        color={missingFields.length ? 'navy' : 'green'}
        aria-label={t('driver.profileCompletenessLabel', { share })}
      />
      <Text size="sm" c="dimmed" mt="xs">
        {missingFields.length
          ? t('driver.missingProfileFields', { missing: missingFields.map(writeText).join(', ') })
          : t('driver.profileComplete')}
      </Text>
    </Section>
  );
}
