import { Group, NumberInput, SimpleGrid, Stack, Switch } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type AdSettings, adSettingsSchema, perPageBounds, rotationBounds } from '#shared/ads.ts';
import { t } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { UnsavedChanges } from '#web/ui/form/UnsavedChanges.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';
import { adSettingsQuery, useUpdateAdSettings } from './queries.ts';

/** `/ads/settings/home`: the rotation of ads and their placements. */
export function AdSettingsPage() {
  const { data: settings } = useSuspenseQuery(adSettingsQuery());
  const update = useUpdateAdSettings();
  const form = useSchemaForm<AdSettings>(adSettingsSchema, { initialValues: settings });
  const send = async (values: AdSettings) => {
    const storedSettings = await update.mutateAsync(values);
    form.resetDirty(storedSettings);
    toast.success(t('errors.updated'));
  };
  return (
    <>
      <PageHeader title={t('common.settings')} description={t('ads.adSettingsDescription')} />
      <Form form={form} label={t('ads.adSettings')} onSubmit={send}>
        <Stack gap="lg" maw="46rem">
          <Section title={t('ads.rotation')} description={t('ads.rotationDescription')}>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
              <NumberInput
                label={t('ads.rotationSeconds')}
                description={t('ads.betweenMinAndMax', { min: rotationBounds.min, max: rotationBounds.max })}
                required
                allowDecimal={false}
                clampBehavior="none"
                key={form.key('rotationSeconds')}
                {...form.getInputProps('rotationSeconds')}
              />
              <NumberInput
                label={t('ads.adsPerPage')}
                description={t('ads.betweenMinAndMax', { min: perPageBounds.min, max: perPageBounds.max })}
                required
                allowDecimal={false}
                clampBehavior="none"
                key={form.key('maxPerPage')}
                {...form.getInputProps('maxPerPage')}
              />
            </SimpleGrid>
          </Section>
          <Section
            title={t('ads.placements')}
            description={t('ads.placementsDescription')}
            footer={
              <Group justify="flex-end">
                <SubmitButton>{t('common.save')}</SubmitButton>
              </Group>
            }
          >
            <Stack gap="md">
              <Switch
                label={t('common.membersHome')}
                description={t('ads.membersHomeHint')}
                key={form.key('membersEnabled')}
                {...form.getInputProps('membersEnabled', { type: 'checkbox' })}
              />
              <Switch
                label={t('ads.publicJobPages')}
                description={t('ads.publicJobPagesHint')}
                key={form.key('jobsEnabled')}
                {...form.getInputProps('jobsEnabled', { type: 'checkbox' })}
              />
            </Stack>
          </Section>
        </Stack>
        <UnsavedChanges isDirty={() => form.isDirty()} />
      </Form>
    </>
  );
}
