import { Button, Group, Paper, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useQuery, type UseQueryResult, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { fullName } from '#shared/format.ts';
import { fillTemplate } from '#shared/messages/message.ts';
import { errorText } from '#web/errors.ts';
import { t } from '#web/texts/app.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { EmptyState, ErrorState } from '#web/ui/States.tsx';
import { asStatus } from '#web/ui/StatusBadge.tsx';
import { toast } from '#web/ui/toast.ts';
import { DateText } from '#web/ui/Values.tsx';
import { useMe } from '#web/use-me.ts';
import { TemplateMenu } from './Templates.tsx';
import {
  applicantMessagesQuery,
  type Message,
  myConversationQuery,
  myMessagesQuery,
  useReply,
  useSendMessage,
} from './queries.ts';
import classes from './messages.module.css';

const firstLimit = 50;

type ApplicantProps = {
  applicant: { id: string; firstName: string; lastName: string; job: { title: string } };
  companyId: string | undefined;
  mayWrite: boolean;
};

/** A company's conversation with an applicant. */
export function ApplicantMessages({ applicant, companyId, mayWrite }: ApplicantProps) {
  const me = useMe();
  const { id: applicantId, firstName, job } = applicant;
  const [limit, setLimit] = useState(firstLimit);
  const query = useQuery(applicantMessagesQuery(applicantId, limit));
  const send = useSendMessage();
  const insertTemplate = (body: string) =>
    fillTemplate(body, { first_name: firstName, job_title: job.title, company: me.companyName ?? '', my_name: me.firstName });
  return (
    <Stack gap="md">
      {mayWrite ? (
        <MessageForm
          label={t('messages.writeLabel', { name: fullName(applicant) })}
          error={send.error}
          onSend={(body, key) => send.mutateAsync({ applicantId, body, key })}
          tools={(written, insert) => (
            <TemplateMenu companyId={companyId} written={written} onChoose={(body) => insert(insertTemplate(body))} />
          )}
        />
      ) : null}
      <Messages query={query} side="company" hint={t('messages.noMessagesHint')} onMore={() => setLimit(limit + firstLimit)} />
    </Stack>
  );
}

/** `/members/messages/{id}`: a driver's conversation with a company. */
export function MyMessages({ id }: { id: string }) {
  const { data: conversation } = useSuspenseQuery(myConversationQuery(id));
  const [limit, setLimit] = useState(firstLimit);
  const query = useQuery(myMessagesQuery(id, limit));
  const reply = useReply();
  const { companyName, jobTitle } = conversation;
  return (
    <>
      <PageHeader
        title={companyName}
        back={{ to: '/members/messages', label: t('messages.backToList') }}
        description={jobTitle ? t('messages.about', { title: jobTitle }) : undefined}
      />
      <Stack gap="md" maw="46rem">
        <MessageForm
          label={t('messages.writeLabel', { name: companyName })}
          error={reply.error}
          onSend={(body, key) => reply.mutateAsync({ id, body, key })}
        />
        <Messages
          query={query}
          side="driver"
          hint={t('messages.myNoConversationsHint')}
          onMore={() => setLimit(limit + firstLimit)}
        />
      </Stack>
    </>
  );
}

type FormProps = {
  label: string;
  error: unknown;
  /** The key is the same for repeated attempts of one message. */
  onSend: (body: string, key: string) => Promise<unknown>;
  tools?: (written: string, insert: (body: string) => void) => ReactNode;
};

function MessageForm({ label, error, onSend, tools }: FormProps) {
  const [written, setWritten] = useState('');
  const [isSending, setIsSending] = useState(false);
  const key = useRef(crypto.randomUUID());
  const send = async () => {
    if (!written.trim() || isSending) return;
    setIsSending(true);
    try {
      await onSend(written, key.current);
      key.current = crypto.randomUUID();
      setWritten('');
      toast.success(t('messages.sent'));
    } catch {
      // The form shows the error and keeps the text.
    } finally {
      setIsSending(false);
    }
  };
  return (
    <Stack gap="xs">
      <Textarea
        aria-label={label}
        placeholder={t('messages.placeholder')}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={2000}
        value={written}
        error={error ? errorText(error) : undefined}
        onChange={(event) => setWritten(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
        }}
      />
      <Group justify="space-between" gap="xs">
        <div>{tools?.(written, setWritten)}</div>
        <Button color="orange" loading={isSending} disabled={!written.trim()} onClick={() => void send()}>
          {t('messages.send')}
        </Button>
      </Group>
    </Stack>
  );
}

type MessagesProps = {
  query: UseQueryResult<{ items: Message[]; pagination: { total: number } }, unknown>;
  side: 'company' | 'driver';
  hint: string;
  onMore: () => void;
};

/** The messages, newest first. */
function Messages({ query: { data, error, isFetching, refetch }, side, hint, onMore }: MessagesProps) {
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data)
    return (
      <Stack gap="md" {...asStatus(t('messages.myTitle'))}>
        <Skeleton h="4rem" />
        <Skeleton h="4rem" />
      </Stack>
    );
  if (data.items.length === 0)
    return (
      <EmptyState title={t('messages.noMessages')} icon={<IconMessages size={28} />}>
        {hint}
      </EmptyState>
    );
  return (
    <>
      <Stack component="ol" gap="sm" m={0} p={0} className={classes.thread} aria-label={t('messages.myTitle')}>
        {data.items.map((message) => (
          <Paper
            key={message.id}
            component="li"
            withBorder
            p="sm"
            className={classes.message}
            data-own={message.sender === side || undefined}
          >
            <Text size="sm" className={classes.body}>
              {message.body}
            </Text>
            <Text size="xs" c="dimmed" mt={4}>
              {signature(message)}
              <DateText value={message.createdAt} as="time" />
            </Text>
          </Paper>
        ))}
      </Stack>
      {data.pagination.total > data.items.length ? (
        <Button variant="subtle" loading={isFetching} onClick={onMore}>
          {t('messages.earlier')}
        </Button>
      ) : null}
    </>
  );
}

function signature({ sender, authorName, channel }: Message): string {
  const name = sender === 'company' ? (authorName ?? t('messages.someoneLeft')) : null;
  const how = channel === 'email' ? t('messages.byEmail') : channel === 'sms' ? t('messages.bySms') : null;
  return [name, how]
    .filter(Boolean)
    .map((part) => `${part} · `)
    .join('');
}
