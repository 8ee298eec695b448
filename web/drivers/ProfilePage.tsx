import { Anchor, Badge, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { aiPage } from '#shared/brand.ts';
import { type DriverForm, driverFormSchema, missingParts } from '#shared/drivers/driver.ts';
import { percent } from '#web/browser/format.ts';
import { publicLink } from '#web/browser/language.ts';
import { reloadMe } from '#web/signed-in/me.ts';
import { rich, t, writeText } from '#web/texts/app.ts';
import { Form, SubmitButton, type SchemaForm, useSchemaForm } from '#web/ui/form/Form.tsx';
import { UnsavedChanges } from '#web/ui/form/UnsavedChanges.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';
import type { Home } from './apply-draft.ts';
import { FillFromResume } from './FillFromResume.tsx';
import { toFormValues, toHome, toProfileUpdate, ProfileFields, ProfileInput } from './ProfileFields.tsx';
import { type Profile, profileQuery, useSaveProfile } from './queries.ts';

/** `/members/profile`: the profile that employers see when the driver applies. */
export function ProfilePage() {
  const { data: profile } = useSuspenseQuery(profileQuery());
  const [home, setHome] = useState(() => toHome(profile));
  const [isHomeChanged, setIsHomeChanged] = useState(false);
  const form = useSchemaForm(driverFormSchema, { initialValues: toFormValues(profile) });
  const save = useSaveProfile();
  const changeHome = (next: Home | null) => {
    setHome(next);
    setIsHomeChanged(true);
  };
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
          <FillFromResume form={form} onHomeChange={changeHome} />
          <ProfileFields form={form} home={home} onHomeChange={changeHome} />
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
  const [isOpen, setIsOpen] = useState(form.getValues().matchEnabled);
  form.watch('matchEnabled', ({ value }) => setIsOpen(value));
  return (
    <Section title={t('driver.whoSeesProfile')}>
      <Stack gap="sm">
        <Badge color={isOpen ? 'green' : 'gray'} variant="light" component="output">
          {isOpen ? t('driver.openToOffers') : t('driver.notOpenToOffers')}
        </Badge>
        <Text size="sm">{t('driver.seenByAppliedCompanies')}</Text>
        <Text size="sm">
          {rich('driver.seenAsCandidate', { b: (content) => <b>{content}</b> })} {t('driver.seenWithoutMatching')}
        </Text>
        <ProfileInput form={form} name="matchEnabled" />
        <Text size="sm">
          <Anchor href={publicLink(aiPage.path)}>{writeText(aiPage.title)}</Anchor>
        </Text>
      </Stack>
    </Section>
  );
}

/** Some inputs consist of several elements, and the first of them gets the focus. */
function focusField(field: string): void {
  const element = document.querySelector<HTMLElement>(`[data-path="${field}"]`);
  const input = element?.querySelector<HTMLElement>('input') ?? element;
  input?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'center' });
}

function Completeness({ profile }: { profile: Profile }) {
  const listId = useId();
  const missingFields = missingParts(profile);
  const share = percent(profile.completeness);
  return (
    <Section title={t('driver.profileCompletenessTitle', { share })}>
      <Progress
        value={profile.completeness * 100}
        color={missingFields.length ? 'navy' : 'green'}
        aria-label={t('driver.profileCompletenessLabel', { share })}
      />
      {missingFields.length ? (
        <>
          <Text size="sm" c="dimmed" mt="xs">
            {t('driver.completeProfileBenefit')}
          </Text>
          <Text size="sm" mt="sm" id={listId}>
            {t('driver.missingParts')}
          </Text>
          <Group component="ul" gap="xs" mt="xs" p={0} m={0} aria-labelledby={listId} style={{ listStyle: 'none' }}>
            {missingFields.map(({ field, label }) => (
              <li key={field}>
                <Button variant="default" size="xs" onClick={() => focusField(field)}>
                  {writeText(label)}
                </Button>
              </li>
            ))}
          </Group>
        </>
      ) : (
        <Text size="sm" c="dimmed" mt="xs">
          {t('driver.profileComplete')}
        </Text>
      )}
    </Section>
  );
}
