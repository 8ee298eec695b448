import { Anchor, Group, Paper, Stack, Text, Textarea } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { can } from '#shared/access/access.ts';
import { answerFormSchema, maxMessage, contactStatusLabels } from '#shared/companies/contact.ts';
import { t, writeText, rich } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { UnsavedChanges } from '#web/ui/form/UnsavedChanges.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { toast } from '#web/ui/toast.ts';
import { DateText } from '#web/ui/Values.tsx';
import { useMe } from '#web/use-me.ts';
import { contactQuery, type Thread, useAnswerContact } from './queries.ts';
import classes from './ThreadPage.module.css';

type Props = { id: string; side: 'support' | 'company' };

/** Shows one conversation about a job, with a reply form. Each message is emailed to the other side. */
export function ThreadPage({ id, side }: Props) {
  const me = useMe();
  const { data: contact } = useSuspenseQuery(contactQuery(id));
  return (
    <>
      <PageHeader
        title={contact.subject}
        back={{ to: side === 'support' ? '/admin/messages' : '/company/messages', label: t('common.messages') }}
        badge={<StatusBadge status={contact.status} label={writeText(contactStatusLabels[contact.status])} />}
        description={<ThreadDescription contact={contact} side={side} />}
      />
      <Stack gap="lg" maw="46rem">
        <Stack component="ol" gap="md" m={0} p={0} className={classes.thread} aria-label={t('common.messages')}>
          {contact.thread.map((message) => (
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
        {can(me.roles, 'contact.send') ? <ReplyForm contact={contact} side={side} /> : null}
      </Stack>
    </>
  );
}

function getAuthorName({ authorName, isFromSupport }: Thread['thread'][number]): string {
  const name = authorName ?? t('common.deletedAccount');
  return isFromSupport ? t('contact.supportAuthor', { name }) : name;
}

function ThreadDescription({ contact: { companyName, jobId, jobTitle }, side }: { contact: Thread; side: Props['side'] }) {
  if (!jobId || !jobTitle) return companyName;
  const renderJob = () => (
    <Anchor inherit renderRoot={(props) => <Link {...props} to="/company/jobs/$id/detail" params={{ id: jobId }} />}>
      {jobTitle}
    </Anchor>
  );
  return side === 'support'
    ? rich('contact.aboutJobWithCompany', { companyName, job: renderJob })
    : rich('contact.aboutJob', { job: renderJob });
}

function ReplyForm({ contact: { id, companyName }, side }: { contact: Thread; side: Props['side'] }) {
  const replyMutation = useAnswerContact();
  const [sentCount, setSentCount] = useState(0);
  const form = useSchemaForm<{ message: string }>(answerFormSchema, { initialValues: { message: '' } });
  return (
    <Section
      title={t('common.reply')}
      description={side === 'support' ? t('contact.replyToCompanyHint', { companyName }) : t('contact.replyToSupportHint')}
    >
      <Form
        form={form}
        label={t('common.reply')}
        onSubmit={async ({ message }) => {
          await replyMutation.mutateAsync({ id, message });
          form.reset();
          setSentCount(sentCount + 1);
          toast.success(t('contact.replySent'));
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
