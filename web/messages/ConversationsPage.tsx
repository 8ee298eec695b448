import { Badge, Group, Paper, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLiveJobs } from '#web/jobs/queries.ts';
import { CompanyInbox } from '#web/layouts/CompanyInbox.tsx';
import { useMe } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';
import { PageButtons } from '#web/ui/grid/GridParts.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { EmptyState, ErrorState } from '#web/ui/States.tsx';
import { asStatus } from '#web/ui/StatusBadge.tsx';
import { DateText } from '#web/ui/Values.tsx';
import classes from './messages.module.css';
import { type Conversation, conversationsQuery, myConversationsQuery, pageSize } from './queries.ts';

export type MessagesSearch = { page?: number | undefined; unanswered?: boolean | undefined };
type Props = { search: MessagesSearch; onSearch: (next: MessagesSearch) => void };

/** `/company/driver-messages`: the company's conversations with drivers. */
export function CompanyConversations({ search, onSearch, companyId }: Props & { companyId: string | undefined }) {
  const me = useMe();
  const query = useQuery(conversationsQuery(search, companyId));
  useLiveJobs(me.companyId);
  return (
    <CompanyInbox
      path="/company/driver-messages"
      actions={
        <SegmentedControl
          aria-label={t('messages.conversationFilterLabel')}
          value={search.unanswered ? 'unanswered' : 'all'}
          onChange={(value) => onSearch({ unanswered: value === 'unanswered' || undefined })}
          data={[
            { value: 'all', label: t('messages.all') },
            { value: 'unanswered', label: t('messages.unanswered') },
          ]}
        />
      }
    >
      <Conversations
        query={query}
        side="company"
        search={search}
        onSearch={onSearch}
        renderLink={({ applicantId }, props) => (
          <Link
            {...props}
            to="/company/applicants"
            search={{ applicant: applicantId ?? undefined, panel: 'messages', company: companyId }}
          />
        )}
        empty={
          <EmptyState
            title={search.unanswered ? t('messages.noUnanswered') : t('common.noMessagesYet')}
            icon={<IconMessages size={28} />}
          >
            {search.unanswered ? null : t('messages.noConversationsHint')}
          </EmptyState>
        }
      />
    </CompanyInbox>
  );
}

/** `/members/messages`: a driver's conversations with companies. */
export function MyConversations({ search, onSearch }: Props) {
  const query = useQuery(myConversationsQuery(search));
  return (
    <>
      <PageHeader title={t('common.messages')} />
      <Conversations
        query={query}
        side="driver"
        search={search}
        onSearch={onSearch}
        renderLink={({ id }, props) => <Link {...props} to="/members/messages/$id" params={{ id }} />}
        empty={
          <EmptyState title={t('common.noMessagesYet')} icon={<IconMessages size={28} />}>
            {t('messages.myNoConversationsHint')}
          </EmptyState>
        }
      />
    </>
  );
}

type ListProps = Props & {
  query: {
    data?: { items: Conversation[]; pagination: { total: number } } | undefined;
    error: unknown;
    isFetching: boolean;
    refetch: () => unknown;
  };
  side: 'company' | 'driver';
  renderLink: (conversation: Conversation, props: object) => ReactNode;
  empty: ReactNode;
};

function Conversations({ query: { data, error, isFetching, refetch }, side, search, onSearch, renderLink, empty }: ListProps) {
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data)
    return (
      <Stack gap="sm" {...asStatus(t('common.messages'))}>
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} h="4.5rem" />
        ))}
      </Stack>
    );
  if (data.items.length === 0) return empty;
  return (
    <Stack gap="sm" maw="56rem">
      {data.items.map((conversation) => (
        <Paper
          key={conversation.id}
          withBorder
          p="md"
          className={classes.conversation}
          renderRoot={(props: object) => renderLink(conversation, props)}
        >
          <ConversationRow conversation={conversation} side={side} />
        </Paper>
      ))}
      <PageButtons
        pageCount={Math.ceil(data.pagination.total / pageSize)}
        page={search.page ?? 1}
        onChange={(page) => onSearch({ ...search, page: page > 1 ? page : undefined })}
      />
    </Stack>
  );
}

function ConversationRow({ conversation, side }: { conversation: Conversation; side: 'company' | 'driver' }) {
  const { companyName, driverName, jobTitle, lastBody, lastMessageSender, lastMessageAt, unread } = conversation;
  return (
    <>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text fw={unread > 0 ? 700 : 600} truncate>
          {side === 'company' ? driverName : companyName}
        </Text>
        <Text size="xs" c="dimmed" component="span" style={{ whiteSpace: 'nowrap' }}>
          <DateText value={lastMessageAt} dateFormat="time" />
        </Text>
      </Group>
      {jobTitle ? (
        <Text size="sm" c="dimmed" truncate>
          {jobTitle}
        </Text>
      ) : null}
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" truncate fw={unread > 0 ? 600 : undefined}>
          {lastMessageSender === side ? t('messages.ownLastMessage', { message: lastBody }) : lastBody}
        </Text>
        {unread > 0 ? (
          <Badge color="orange" flex="none" aria-label={t('messages.unreadMessages', { count: unread })}>
            {unread}
          </Badge>
        ) : null}
      </Group>
    </>
  );
}
