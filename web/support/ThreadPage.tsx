import { Anchor, Group, Paper, Stack, Text, Textarea } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { can } from '#shared/access/access.ts';
import { answerFormSchema, maxMessage, supportStatusLabels } from '#shared/companies/support.ts';
import { useMe } from '#web/signed-in/use-me.ts';
import { t, writeText, rich } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { UnsavedChanges } from '#web/ui/form/UnsavedChanges.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { toast } from '#web/ui/toast.ts';
import { DateText } from '#web/ui/Values.tsx';
import { threadQuery, type Thread, useAnswerThread } from './queries.ts';
import classes from './ThreadPage.module.css';

type Props = { id: string; side: 'support' | 'company' };

/** Shows one conversation about a job, with a reply form. Each message is emailed to the other side. */
export function ThreadPage({ id, side }: Props) {
  const me = useMe();
  const { data: thread } = useSuspenseQuery(threadQuery(id));
  return (
    <>
      <PageHeader
        title={thread.subject}
        back={{ to: side === 'support' ? '/admin/messages' : '/company/messages', label: t('common.messages') }}
        badge={<StatusBadge status={thread.status} label={writeText(supportStatusLabels[thread.status])} />}
        description={<ThreadDescription thread={thread} side={side} />}
      />
      <Stack gap="lg" maw="46rem">
        <Stack component="ol" gap="md" m={0} p={0} className={classes.thread} aria-label={t('common.messages')}>
          {thread.thread.map((message) => (
            <Paper
              key={message.id}
              component="li"
              withBorder
              p="md"
              className={classes.message}
              data-support={message.isFromSupport || undefined}
            >
              <Group justify="space-between" gap="xs" mb={4}>
                <Text size="sm" fw={600}>
                  {getAuthorName(message)}
                </Text>
                <Text size="xs" c="dimmed" component="span">
                  <DateText value={message.createdAt} dateFormat="time" />
                </Text>
              </Group>
              <Text size="sm" className={classes.messageBody}>
                {message.body}
              </Text>
            </Paper>
          ))}
        </Stack>
        {can(me.roles, 'support.send') ? <ReplyForm thread={thread} side={side} /> : null}
      </Stack>
    </>
  );
}

function getAuthorName({ authorName, isFromSupport }: Thread['thread'][number]): string {
  const name = authorName ?? t('common.deletedAccount');
  return isFromSupport ? t('support.supportAuthor', { name }) : name;
}

function ThreadDescription({ thread: { companyName, jobId, jobTitle }, side }: { thread: Thread; side: Props['side'] }) {
  if (!jobId || !jobTitle) return companyName;
  const renderJob = () => (
    <Anchor inherit renderRoot={(props) => <Link {...props} to="/company/jobs/$id/detail" params={{ id: jobId }} />}>
      {jobTitle}
    </Anchor>
  );
  return side === 'support'
    ? rich('support.aboutJobWithCompany', { companyName, job: renderJob })
    : rich('support.aboutJob', { job: renderJob });
}

function ReplyForm({ thread: { id, companyName }, side }: { thread: Thread; side: Props['side'] }) {
  const replyMutation = useAnswerThread();
  const [sentCount, setSentCount] = useState(0);
  const form = useSchemaForm<{ message: string }>(answerFormSchema, { initialValues: { message: '' } });
  return (
    <Section
      title={t('common.reply')}
      description={side === 'support' ? t('support.replyToCompanyHint', { companyName }) : t('support.replyToSupportHint')}
    >
      <Form
        form={form}
        label={t('common.reply')}
        onSubmit={async ({ message }) => {
          await replyMutation.mutateAsync({ id, message });
          form.reset();
          setSentCount(sentCount + 1);
          toast.success(t('support.replySent'));
        }}
      >
        <Stack gap="md">
          <Textarea
            key={`${form.key('message')}-${sentCount}`}
            label={t('common.message')}
            autosize
            minRows={4}
            maxRows={16}
            maxLength={maxMessage}
            {...form.getInputProps('message')}
          />
          <Group justify="flex-end">
            <SubmitButton>{t('common.send')}</SubmitButton>
          </Group>
        </Stack>
        <UnsavedChanges isDirty={() => form.isDirty()} />
      </Form>
    </Section>
  );
}
