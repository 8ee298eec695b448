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

/** `/ads/settings/home`: the rotation of ads and their placements. */
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
      <PageHeader title="Settings" description="How ads rotate and where they show." />
      <Form form={form} label="Ad settings" onSubmit={send}>
        <Stack gap="lg" maw="46rem">
          <Section title="Rotation" description="Ads rotate evenly. One impression per person per rotation.">
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
              <NumberInput
                label="Rotation (seconds)"
                description={`Between ${rotationBounds.least} and ${rotationBounds.most}.`}
                required
                allowDecimal={false}
                clampBehavior="none"
                key={form.key('rotationSeconds')}
                {...form.getInputProps('rotationSeconds')}
              />
              <NumberInput
                label="Ads per page"
                description={`Between ${perPageBounds.least} and ${perPageBounds.most}.`}
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
            description="When a placement is off, no ads show there."
            footer={
              <Group justify="flex-end">
                <SubmitButton>Save</SubmitButton>
              </Group>
            }
          >
            <Stack gap="md">
              <Switch
                label="Members home"
                description="The page drivers see after signing in."
                key={form.key('membersEnabled')}
                {...form.getInputProps('membersEnabled', { type: 'checkbox' })}
              />
              <Switch
                label="Public job pages"
                description="Job search and job pages, open to everyone."
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
