import { Button, Checkbox, Group, Paper, ScrollArea, Skeleton, Stack, Text } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useQuery, type UseQueryResult, useSuspenseQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Stage } from '#shared/applicants/stages.ts';
import { deadline, fullName } from '#shared/format.ts';
import { fillTemplate } from '#shared/messages/message.ts';
import type { TimeZone } from '#shared/time-zone.ts';
import { useImpersonation } from '#web/session/impersonation-state.ts';
import { useMe, useTimeZone } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { EmptyState, ErrorState } from '#web/ui/States.tsx';
import { asStatus } from '#web/ui/StatusBadge.tsx';
import { DateText } from '#web/ui/Values.tsx';
import { Attachments } from './Attachments.tsx';
import { ChannelChoice } from './ChannelChoice.tsx';
import { MessageForm } from './MessageForm.tsx';
import classes from './messages.module.css';
import {
  applicantMessagesQuery,
  type Message,
  myConversationQuery,
  myMessagesQuery,
  textingQuery,
  useMarkMessagesRead,
  useMarkMyMessagesRead,
  useReply,
  useSendMessage,
} from './queries.ts';
import { SuggestReplyButton } from './SuggestReply.tsx';
import { TemplateMenu } from './Templates.tsx';
import { useMessageDraft } from './use-message-draft.ts';
import { useVisibleMessage } from './use-visible-message.ts';

const limitStep = 50;

type ApplicantProps = {
  applicant: { id: string; firstName: string; lastName: string; stage: Stage; job: { title: string } };
  /** The company's name for the stage Contacted. */
  contactedName: string;
  /** Whether a message can also move the application to Contacted. */
  canMove: boolean;
  /** The company that an administrator chose. Undefined for the user's own company. */
  companyId: string | undefined;
  /** The company that templates name. Undefined while it loads. */
  companyName: string | undefined;
  mayWrite: boolean;
};

/** A company's conversation with an applicant. */
export function ApplicantMessages({ applicant, contactedName, canMove, companyId, companyName, mayWrite }: ApplicantProps) {
  const me = useMe();
  const { id: applicantId, firstName, job } = applicant;
  const [limit, setLimit] = useState(limitStep);
  const query = useQuery(applicantMessagesQuery(applicantId, limit));
  const send = useSendMessage();
  const markRead = useMarkMessagesRead();
  /** Only people of the company read for the company, not administrators, also not while they act as one of them. */
  const isOwnCompany = useImpersonation() === null && me.companyId !== null;
  const { data: texting } = useQuery({ ...textingQuery(applicantId), enabled: mayWrite });
  const { draft, changeDraft } = useMessageDraft(applicantId);
  const channel = texting?.state === 'available' ? draft.channel : 'app';
  const { body } = draft;
  const [movesToContacted, setMovesToContacted] = useState(true);
  const fillForApplicant = (body: string) =>
    fillTemplate(body, { first_name: firstName, job_title: job.title, company: companyName ?? '', my_name: me.firstName });
  return (
    <Stack gap="md">
      <Messages
        query={query}
        side="company"
        hint={t('messages.noMessagesHint')}
        onLoadMore={() => setLimit(limit + limitStep)}
        onVisible={isOwnCompany ? (lastMessageId) => markRead.mutate({ applicantId, lastMessageId }) : undefined}
      />
      {mayWrite ? (
        <MessageForm
          conversationId={applicantId}
          label={t('messages.writeLabel', { name: fullName(applicant) })}
          error={send.error}
          channel={channel}
          onSend={(message) =>
            send.mutateAsync({ applicantId, channel, movesToContacted: canMove && movesToContacted, ...message })
          }
          channelChoice={
            <ChannelChoice
              texting={texting}
              channel={channel}
              onChange={(newChannel) => changeDraft({ channel: newChannel })}
              body={body}
            />
          }
          options={
            canMove ? (
              <Checkbox
                label={t('messages.movesToContacted', { stage: contactedName })}
                checked={movesToContacted}
                onChange={(event) => setMovesToContacted(event.currentTarget.checked)}
              />
            ) : null
          }
          sentText={channel === 'sms' && texting?.sendAt ? t('messages.textQueued') : undefined}
          renderTools={(insertSuggestion) => (
            <Group gap="xs">
              {companyName === undefined ? null : (
                <TemplateMenu
                  companyId={companyId}
                  body={body}
                  onChoose={(template) => changeDraft({ body: fillForApplicant(template), source: null })}
                />
              )}
              {body.trim() ? null : <SuggestReplyButton applicantId={applicantId} onSuggest={insertSuggestion} />}
            </Group>
          )}
        />
      ) : applicant.stage === 'withdrawn' ? (
        <Text size="sm" c="dimmed">
          {t('messages.driverWithdrew')}
        </Text>
      ) : null}
    </Stack>
  );
}

/** `/members/messages/{id}`: a driver's conversation with a company. */
export function MyMessages({ id }: { id: string }) {
  const { data: conversation } = useSuspenseQuery(myConversationQuery(id));
  const [limit, setLimit] = useState(limitStep);
  const query = useQuery(myMessagesQuery(id, limit));
  const reply = useReply();
  const markRead = useMarkMyMessagesRead();
  const { companyName, jobTitle } = conversation;
  return (
    <>
      <PageHeader
        title={companyName}
        back={{ to: '/members/messages', label: t('messages.backToList') }}
        description={jobTitle ? t('messages.aboutJob', { title: jobTitle }) : undefined}
      />
      <Stack gap="md" maw="46rem">
        <Messages
          query={query}
          side="driver"
          hint={t('messages.myNoConversationsHint')}
          onLoadMore={() => setLimit(limit + limitStep)}
          onVisible={(lastMessageId) => markRead.mutate({ id, lastMessageId })}
        />
        <MessageForm
          conversationId={id}
          label={t('messages.writeLabel', { name: companyName })}
          error={reply.error}
          onSend={(message) => reply.mutateAsync({ id, ...message })}
        />
      </Stack>
    </>
  );
}

type MessagesProps = {
  query: UseQueryResult<{ items: Message[]; pagination: { total: number } }, unknown>;
  side: 'company' | 'driver';
  hint: string;
  onLoadMore: () => void;
  /** Called with the newest message once the reader can see it. */
  onVisible: ((messageId: string) => void) | undefined;
};

/** The messages from the earliest to the newest. */
function Messages({ query: { data, error, isFetching, refetch }, side, hint, onLoadMore, onVisible }: MessagesProps) {
  const timeZone = useTimeZone();
  const newestId = data?.items[0]?.id;
  const newestRef = useVisibleMessage(newestId, onVisible);
  const frameRef = useRef<HTMLDivElement>(null);
  const heightBeforeEarlier = useRef<number | null>(null);
  /** The thread begins at its end, and a new message scrolls it there. Loading earlier ones does not. */
  useLayoutEffect(() => {
    if (newestId && frameRef.current) frameRef.current.scrollTop = frameRef.current.scrollHeight;
  }, [newestId]);
  /** Earlier messages come in above, so the frame moves by their height and the reader's place stays. */
  useLayoutEffect(() => {
    const frame = frameRef.current;
    if (!frame || heightBeforeEarlier.current === null) return;
    frame.scrollTop += frame.scrollHeight - heightBeforeEarlier.current;
    heightBeforeEarlier.current = null;
  }, [data?.items.length]);
  const loadEarlier = () => {
    heightBeforeEarlier.current = frameRef.current?.scrollHeight ?? null;
    onLoadMore();
  };
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data)
    return (
      <Stack gap="md" {...asStatus(t('common.messages'))}>
        <Skeleton h="4rem" />
        <Skeleton h="4rem" />
      </Stack>
    );
  if (data.items.length === 0)
    return (
      <EmptyState title={t('common.noMessagesYet')} icon={<IconMessages size={28} />}>
        {hint}
      </EmptyState>
    );
  return (
    <ScrollArea.Autosize
      mah="min(28rem, 55vh)"
      type="auto"
      viewportRef={frameRef}
      viewportProps={{ role: 'region', tabIndex: 0, 'aria-label': t('messages.conversation') }}
    >
      {data.pagination.total > data.items.length ? (
        <Button variant="subtle" loading={isFetching} onClick={loadEarlier} fullWidth mb="sm">
          {t('messages.showEarlier')}
        </Button>
      ) : null}
      <Stack component="ol" gap="sm" m={0} p={0} className={classes.thread} aria-label={t('common.messages')}>
        {data.items.toReversed().map((message) => (
          <Paper
            key={message.id}
            ref={message.id === newestId ? newestRef : undefined}
            component="li"
            withBorder
            p="sm"
            className={classes.message}
            data-own={message.sender === side || undefined}
          >
            {message.body ? (
              <Text size="sm" className={classes.messageBody}>
                {message.body}
              </Text>
            ) : null}
            {message.attachments.length > 0 ? <Attachments attachments={message.attachments} side={side} /> : null}
            <Text size="xs" c="dimmed" mt={4}>
              {signatureText(message)}
              <DateText value={message.createdAt} dateFormat="time" />
              {side === 'company' ? deliveryText(message, timeZone) : null}
            </Text>
          </Paper>
        ))}
      </Stack>
    </ScrollArea.Autosize>
  );
}

/** The delivery status of a text message. */
function deliveryText({ delivery, sendAt }: Message, timeZone: TimeZone): string | null {
  switch (delivery) {
    case null:
      return null;
    case 'waiting':
      return sendAt && Date.parse(sendAt) > Date.now()
        ? ` · ${t('messages.deliveryAt', { time: deadline(sendAt, timeZone) })}`
        : ` · ${t('messages.deliveryWaiting')}`;
    case 'sent':
      return ` · ${t('messages.deliverySent')}`;
    case 'delivered':
      return ` · ${t('messages.deliveryDelivered')}`;
    case 'failed':
      return ` · ${t('messages.deliveryFailed')}`;
    case 'no_consent':
      return ` · ${t('messages.deliveryNoConsent')}`;
  }
}

function signatureText({ sender, authorName, channel }: Message): string {
  const name = sender === 'company' ? (authorName ?? t('messages.formerEmployee')) : null;
  const channelText = channel === 'email' ? t('messages.byEmail') : channel === 'sms' ? t('messages.bySms') : null;
  return [name, channelText]
    .filter(Boolean)
    .map((part) => `${part} · `)
    .join('');
}
