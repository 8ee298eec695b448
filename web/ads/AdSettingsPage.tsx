import { Group, NumberInput, SimpleGrid, Stack, Switch } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type AdSettings, adSettingsSchema, perPageBounds, rotationBounds } from '#shared/ads.ts';
import { messages } from '#shared/messages.ts';
import { Form, SubmitButton } from '#web/ui/form/Form.tsx';
import { useSchemaForm } from '#web/ui/form/schema-form.ts';
import { UnsavedChanges } from '#web/ui/form/UnsavedChanges.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';
import { adSettingsQuery, useUpdateAdSettings } from './queries.ts';

/** `/ads/settings/home`: how ads take turns, and where they stand at all. */
export function AdSettingsPage() {
  const { data: settings } = useSuspenseQuery(adSettingsQuery());
  const update = useUpdateAdSettings();
  const form = useSchemaForm<AdSettings>(adSettingsSchema, { initialValues: settings });
  const send = async (values: AdSettings) => {
    const stored = await update.mutateAsync(values);
    form.resetDirty(stored);
    toast.success(messages.updated);
  };
  return (
    <>
      <PageHeader title="Settings" description="How ads take turns, and where they are shown." />
      <Form form={form} label="Ad settings" onSubmit={send}>
        <Stack gap="lg" maw="46rem">
          <Section
            title="Rotation"
            description="Ads of a place are shown one after the other, each as often as every other. An ad counts once per person and turn."
          >
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
              <NumberInput
                label="Seconds of a turn"
                description={`${rotationBounds.least} to ${rotationBounds.most}.`}
                required
                allowDecimal={false}
                clampBehavior="none"
                key={form.key('rotationSeconds')}
                {...form.getInputProps('rotationSeconds')}
              />
              <NumberInput
                label="Most ads on a page"
                description={`${perPageBounds.least} to ${perPageBounds.most} at a time.`}
                required
                allowDecimal={false}
                clampBehavior="none"
                key={form.key('maxPerPage')}
                {...form.getInputProps('maxPerPage')}
              />
            </SimpleGrid>
          </Section>
          <Section
            title="Placements"
            description="Switched off, no ad is shown there, whatever its dates say."
            footer={
              <Group justify="flex-end">
                <SubmitButton>Save</SubmitButton>
              </Group>
            }
          >
            <Stack gap="md">
              <Switch
                label="Members home"
                description="What drivers see after signing in."
                key={form.key('membersEnabled')}
                {...form.getInputProps('membersEnabled', { type: 'checkbox' })}
              />
              <Switch
                label="Public job pages"
                description="The job search and the pages of jobs, which need no account."
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
