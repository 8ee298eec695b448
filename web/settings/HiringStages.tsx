import { ActionIcon, Group, Paper, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  type MiddleStage,
  middleStages,
  notSelectedDelayDays,
  type StageSettings,
  stages,
  updateStageSettingsSchema,
} from '#shared/applicants/stages.ts';
import { labelOf } from '#shared/catalogues.ts';
import { queryClient } from '#web/api/query-client.ts';
import { trpc } from '#web/api/trpc.ts';
import { companyQuery } from '#web/company/queries.ts';
import { t, writeText } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { UnsavedChanges } from '#web/ui/form/UnsavedChanges.tsx';
import { Section } from '#web/ui/Section.tsx';
import { ErrorState } from '#web/ui/States.tsx';
import { toast } from '#web/ui/toast.ts';

type Values = { stages: { stage: MiddleStage; name: string }[]; tellsNotSelected: boolean };

/** Edits the names and order of a company's middle stages, and whether drivers are told that they were not selected. */
export function HiringStages({ companyId }: { companyId: string | undefined }) {
  const { data, error, refetch, isFetching } = useQuery(trpc.hiring.stages.queryOptions({ companyId }));
  if (error && !data)
    return (
      <Section title={t('settings.stagesTitle')}>
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      </Section>
    );
  return data ? <StagesForm settings={data} companyId={companyId} /> : null;
}

const getDefaultName = (stage: MiddleStage) => labelOf(stages, stage, writeText);

const toFormValues = ({ stages: allStages, tellsNotSelected }: StageSettings): Values => ({
  stages: allStages.flatMap(({ stage: code, name }) => {
    const stage = middleStages.find((middleStage) => middleStage === code);
    return stage ? [{ stage, name: name ?? '' }] : [];
  }),
  tellsNotSelected,
});

/** The text of the email about `not_a_fit`, with an example of a driver and a job. */
function NotSelectedPreview({ companyName }: { companyName: string }) {
  return (
    <Paper withBorder p="md" component="figure" m={0}>
      <Text component="figcaption" size="xs" c="dimmed" mb="xs">
        {t('hiring.notSelectedPreviewTitle')}
      </Text>
      <Stack gap="xs">
        <Text size="sm">
          {t('hiring.notSelectedEmailBody', {
            firstName: t('hiring.exampleDriver'),
            company: companyName,
            title: t('hiring.exampleJob'),
          })}
        </Text>
        <Text size="sm">{t('hiring.notSelectedEmailNext')}</Text>
      </Stack>
    </Paper>
  );
}

type FormProps = { settings: StageSettings; companyId: string | undefined };

function StagesForm({ settings, companyId }: FormProps) {
  const form = useSchemaForm<Values>(updateStageSettingsSchema, { initialValues: toFormValues(settings) });
  const update = useMutation(trpc.hiring.updateStages.mutationOptions());
  const { data: company } = useQuery(companyQuery(companyId));
  const { stages: stageValues } = form.getValues();
  const send = async (values: Values) => {
    const storedSettings = await update.mutateAsync({ ...values, companyId });
    form.resetDirty(toFormValues(storedSettings));
    toast.success(t('errors.updated'));
    await queryClient.invalidateQueries(trpc.hiring.pathFilter());
  };
  return (
    <Form form={form} label={t('settings.stagesTitle')} onSubmit={send}>
      <Section
        title={t('settings.stagesTitle')}
        description={t('settings.stagesExplained')}
        footer={
          <Group justify="flex-end">
            <SubmitButton>{t('settings.updateStages')}</SubmitButton>
          </Group>
        }
      >
        <Stack gap="md">
          {stageValues.map(({ stage }, index) => (
            <Group key={stage} gap="xs" wrap="nowrap" align="flex-end">
              <TextInput
                flex={1}
                label={t('settings.stageNameLabel', { stage: getDefaultName(stage) })}
                placeholder={getDefaultName(stage)}
                maxLength={30}
                key={form.key(`stages.${index}.name`)}
                {...form.getInputProps(`stages.${index}.name`)}
              />
              <ActionIcon
                variant="default"
                size="input-sm"
                disabled={index === 0}
                aria-label={t('settings.moveStageUp', { stage: getDefaultName(stage) })}
                onClick={() => form.reorderListItem('stages', { from: index, to: index - 1 })}
              >
                <IconArrowUp size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="default"
                size="input-sm"
                disabled={index === stageValues.length - 1}
                aria-label={t('settings.moveStageDown', { stage: getDefaultName(stage) })}
                onClick={() => form.reorderListItem('stages', { from: index, to: index + 1 })}
              >
                <IconArrowDown size={16} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
          <Switch
            label={t('settings.tellsNotSelected')}
            description={t('settings.tellsNotSelectedHint', { days: notSelectedDelayDays })}
            key={form.key('tellsNotSelected')}
            {...form.getInputProps('tellsNotSelected', { type: 'checkbox' })}
          />
          <NotSelectedPreview companyName={company?.companyName ?? ''} />
        </Stack>
      </Section>
      <UnsavedChanges isDirty={() => form.isDirty()} />
    </Form>
  );
}
