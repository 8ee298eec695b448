import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconSparkles } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { aiPage } from '#shared/brand.ts';
import type { WritingSource } from '#shared/jobs/writing.ts';
import { trpc } from '#web/api/trpc.ts';
import { t } from '#web/texts/app.ts';
import { useConfirm } from '#web/ui/ConfirmDialog.tsx';
import type { SchemaForm } from '#web/ui/form/Form.tsx';
import { type ContentValues, factsOf, hasContent, toDescription } from './content-form.ts';
import { writingHelpQuery } from './queries.ts';

type Props = {
  form: SchemaForm<ContentValues>;
  companyId: string;
  onStart: () => void;
  onError: (error: unknown) => void;
  /** `fallback` is a template that was used because the AI service was unavailable. */
  onWritten: (html: string, source: WritingSource | 'fallback') => void;
};

/** The menu that drafts, rewrites or shortens the description (`docs/product/jobs.md#write-with-help`). */
export function WriteWithHelp({ form, companyId, onStart, onError, onWritten }: Props) {
  const { data: help } = useQuery(writingHelpQuery);
  const { ask, dialog } = useConfirm();
  const draft = useMutation(trpc.jobs.writing.draft.mutationOptions());
  const rewrite = useMutation(trpc.jobs.writing.rewrite.mutationOptions());
  const shorten = useMutation(trpc.jobs.writing.shorten.mutationOptions());
  const [isEmpty, setIsEmpty] = useState(false);
  const hasAssistant = help?.hasAssistant ?? false;
  const isPending = draft.isPending || rewrite.isPending || shorten.isPending;

  /** Asks before a text that the user wrote or edited is replaced. A generated text is replaced without asking. */
  const mayReplace = async () => {
    const { jobDescription, isDescriptionGenerated } = form.getValues();
    if (isDescriptionGenerated || !hasContent(jobDescription)) return true;
    return ask({
      title: t('jobs.replaceDescription'),
      message: t('jobs.replaceDescriptionHint'),
      confirmLabel: t('common.replace'),
    });
  };
  const callbacks = {
    onSuccess: ({ jobDescription, source }: { jobDescription: string; source: WritingSource }) =>
      onWritten(jobDescription, hasAssistant && source === 'template' ? 'fallback' : source),
    onError,
  };
  const start = async (kind: 'draft' | 'rewrite' | 'shorten') => {
    if (!(await mayReplace())) return;
    onStart();
    const values = form.getValues();
    if (kind === 'draft') draft.mutate({ companyId, ...factsOf(values) }, callbacks);
    else (kind === 'rewrite' ? rewrite : shorten).mutate({ companyId, ...toDescription(values.jobDescription) }, callbacks);
  };

  return (
    <>
      <Menu position="bottom-end" withinPortal onOpen={() => setIsEmpty(!hasContent(form.getValues().jobDescription))}>
        <Menu.Target>
          <Button
            variant="subtle"
            size="xs"
            disabled={!help}
            loading={isPending}
            leftSection={<IconSparkles size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {t('jobs.writeWithHelp')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{hasAssistant ? t('jobs.helpByAssistant') : t('jobs.helpByTemplate')}</Menu.Label>
          <Menu.Item onClick={() => void start('draft')}>{t('jobs.draftFromForm')}</Menu.Item>
          {hasAssistant ? (
            <>
              <Menu.Item disabled={isEmpty} onClick={() => void start('rewrite')}>
                {t('jobs.rewriteText')}
              </Menu.Item>
              <Menu.Item disabled={isEmpty} onClick={() => void start('shorten')}>
                {t('jobs.shortenText')}
              </Menu.Item>
            </>
          ) : null}
          <Menu.Divider />
          <Menu.Item component="a" href={aiPage.path} target="_blank">
            {t('jobs.howHelpWorks')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  );
}
