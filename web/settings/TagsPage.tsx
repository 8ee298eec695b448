import { ActionIcon, Group, Paper, Stack, Table, Text, TextInput } from '@mantine/core';
import { IconTags, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { can } from '#shared/access/access.ts';
import { maxTagLength, tagTextField } from '#shared/companies/company.ts';
import { number } from '#web/browser/format.ts';
import { type TagUse, tagUsesQuery, useCreateTag, useDeleteTag } from '#web/company/queries.ts';
import { useMe } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';
import { useConfirm } from '#web/ui/ConfirmDialog.tsx';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { GridSkeleton } from '#web/ui/grid/GridParts.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { EmptyState, ErrorState } from '#web/ui/States.tsx';
import { toast } from '#web/ui/toast.ts';

/** `/company/settings/tags`: the company's tags, and how many jobs and applicants have each. */
export function TagsPage({ companyId }: { companyId: string | undefined }) {
  const me = useMe();
  const mayEdit = can(me.roles, 'applicants.tag');
  const query = useQuery(tagUsesQuery(companyId));
  return (
    <>
      <PageHeader
        title={t('common.tags')}
        description={companyId ? t('settings.tagsDescriptionForStaff') : t('settings.tagsDescription')}
      />
      <Stack gap="lg" maw="46rem">
        {mayEdit ? <NewTagForm companyId={companyId} /> : null}
        {query.data ? (
          <TagTable tags={query.data} mayEdit={mayEdit} />
        ) : query.error ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
        ) : (
          <Paper withBorder shadow="xs" style={{ overflow: 'clip' }}>
            <GridSkeleton columns={tagColumns} rows={4} isNarrow={false} label={t('common.tags')} />
          </Paper>
        )}
      </Stack>
    </>
  );
}

const newTagSchema = z.object({ text: tagTextField });

function NewTagForm({ companyId }: { companyId: string | undefined }) {
  const create = useCreateTag();
  const form = useSchemaForm(newTagSchema, { initialValues: { text: '' } });
  const send = async ({ text }: { text: string }) => {
    await create.mutateAsync({ companyId, text });
    form.reset();
    toast.success(t('settings.tagAdded'));
  };
  return (
    <Section title={t('common.newTag')}>
      <Form form={form} label={t('common.newTag')} onSubmit={send}>
        <Group align="flex-start" gap="sm">
          <TextInput
            label={t('common.tag')}
            placeholder={t('settings.tagPlaceholder')}
            maxLength={maxTagLength}
            flex="1 1 14rem"
            key={form.key('text')}
            {...form.getInputProps('text')}
          />
          <SubmitButton mt={{ base: 0, xs: '1.4375rem' }}>{t('common.addTag')}</SubmitButton>
        </Group>
      </Form>
    </Section>
  );
}

function usageText({ jobs, applicants }: TagUse): string {
  if (jobs === 0 && applicants === 0) return t('settings.notInUse');
  const usageKind = applicants === 0 ? 'jobs' : jobs === 0 ? 'applicants' : 'both';
  return t('settings.deleteTagExplained', { use: usageKind, jobs, applicants });
}

const tagColumns = [
  { id: 'text', header: t('common.tag') },
  { id: 'jobs', header: t('common.jobs'), align: 'right' },
  { id: 'applicants', header: t('common.applicants'), align: 'right' },
] as const;

function TagTable({ tags, mayEdit }: { tags: readonly TagUse[]; mayEdit: boolean }) {
  const remove = useDeleteTag();
  const { ask, dialog } = useConfirm();
  const askAndRemove = async (tag: TagUse) => {
    const isConfirmed = await ask({
      title: t('settings.deleteTagQuestion', { text: tag.text }),
      message: usageText(tag),
      confirmLabel: t('settings.deleteTag'),
      isDestructive: true,
    });
    if (!isConfirmed) return;
    remove.mutate(
      { id: tag.id },
      {
        onSuccess: () => toast.success(t('settings.tagDeleted', { text: tag.text })),
        onError: (error) => toast.error(error),
      },
    );
  };
  if (tags.length === 0)
    return (
      <EmptyState title={t('settings.noTagsYet')} icon={<IconTags size={28} />}>
        {mayEdit ? t('settings.noTagsHint') : t('settings.noTagsReadOnlyHint')}
      </EmptyState>
    );
  return (
    <Paper withBorder shadow="xs">
      <Table aria-label={t('common.tags')} horizontalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('common.tag')}</Table.Th>
            <Table.Th scope="col" ta="right">
              {t('common.jobs')}
            </Table.Th>
            <Table.Th scope="col" ta="right">
              {t('common.applicants')}
            </Table.Th>
            {mayEdit ? <Table.Td w="3.5rem" /> : null}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tags.map((tag) => (
            <Table.Tr key={tag.id}>
              <Table.Th scope="row" fw={550} miw="6rem">
                <Text span size="sm" fw={550} style={{ overflowWrap: 'anywhere', hyphens: 'auto' }}>
                  {tag.text}
                </Text>
              </Table.Th>
              <Table.Td ta="right" className="tabular">
                {number(tag.jobs)}
              </Table.Td>
              <Table.Td ta="right" className="tabular">
                {number(tag.applicants)}
              </Table.Td>
              {mayEdit ? (
                <Table.Td>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size="lg"
                    aria-label={t('settings.deleteTagLabel', { text: tag.text })}
                    loading={remove.isPending && remove.variables.id === tag.id}
                    onClick={() => void askAndRemove(tag)}
                  >
                    <IconTrash size={18} aria-hidden />
                  </ActionIcon>
                </Table.Td>
              ) : null}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {dialog}
    </Paper>
  );
}
