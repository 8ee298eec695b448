import { Button, Checkbox, Group, List, Modal, Paper, Progress, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Stage } from '#shared/applicants/stages.ts';
import { labelOf } from '#shared/catalogues.ts';
import { fullName } from '#shared/format.ts';
import { batchOutcomes, fillTemplate, maxMessageLength } from '#shared/messages/message.ts';
import { errorText } from '#web/api/errors.ts';
import { useMe } from '#web/signed-in/use-me.ts';
import { t, writeText } from '#web/texts/app.ts';
import { useConfirmedClose } from '#web/ui/form/FormDrawer.tsx';
import { ChannelChoice } from './ChannelChoice.tsx';
import classes from './messages.module.css';
import {
  type Batch,
  batchQuery,
  type Channel,
  invalidateMovedApplicants,
  type Recipients,
  textingQuery,
  useCancelBatch,
  useSendMany,
} from './queries.ts';
import { TemplateMenu } from './Templates.tsx';
import { useMessageKeys } from './use-message-keys.ts';

type Props = {
  count: number;
  recipients: Recipients;
  /** The applicant whose message is previewed. */
  example: { id: string; firstName: string; lastName: string; job: { title: string } };
  /** The selected applicants, to name those who are left out. Undefined if a whole result is selected. */
  selectedApplicants: readonly { id: string; firstName: string; lastName: string; stage: Stage }[] | undefined;
  /** The company's name for the stage Contacted. */
  contactedName: string;
  /** Undefined while it loads. */
  companyName: string | undefined;
  /** Called with whether a message was sent. */
  onClose: (isSent: boolean) => void;
};

/** Sends one message to several applicants, with a preview, and shows the progress. */
export function BulkMessageDialog({ onClose, ...formProps }: Props) {
  const { count } = formProps;
  const [batchId, setBatchId] = useState<string | null>(null);
  const { register, close, isAsking, question } = useConfirmedClose(() => onClose(batchId !== null));
  return (
    <>
      <Modal
        opened
        onClose={close}
        closeOnEscape={!isAsking}
        trapFocus={!isAsking}
        size="lg"
        title={t('messages.messageMany', { count })}
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        {batchId ? (
          <BatchProgress id={batchId} onClose={close} />
        ) : (
          <BulkMessageForm {...formProps} register={register} onClose={close} onSent={setBatchId} />
        )}
      </Modal>
      {question}
    </>
  );
}

type FormProps = Omit<Props, 'onClose'> & {
  /** Registers whether closing would discard a text. */
  register: ReturnType<typeof useConfirmedClose>['register'];
  onClose: () => void;
  onSent: (id: string) => void;
};

function BulkMessageForm({
  count,
  recipients,
  example,
  selectedApplicants = [],
  contactedName,
  companyName,
  register,
  onClose,
  onSent,
}: FormProps) {
  const me = useMe();
  const send = useSendMany();
  const [body, setBody] = useState('');
  useEffect(() => register(() => body.trim() !== ''), [register, body]);
  const [channel, setChannel] = useState<Channel>('app');
  const { data: texting } = useQuery(textingQuery(example.id));
  const { keyOf } = useMessageKeys();
  const [movesToContacted, setMovesToContacted] = useState(true);
  const [includesNotAFit, setIncludesNotAFit] = useState(false);
  const message = { ...recipients, body, channel, movesToContacted, includesNotAFit };
  const leftOut = selectedApplicants.filter(({ stage }) => stage === 'withdrawn' || (stage === 'not_a_fit' && !includesNotAFit));
  const recipientCount = count - leftOut.length;
  const preview = fillTemplate(body, {
    first_name: example.firstName,
    job_title: example.job.title,
    company: companyName ?? '',
    my_name: me.firstName,
  });
  return (
    <Stack gap="md">
      <ChannelChoice texting={texting} channel={channel} onChange={setChannel} body={preview} isBulk />
      <Textarea
        label={t('common.message')}
        data-autofocus
        autosize
        minRows={5}
        maxRows={14}
        maxLength={maxMessageLength}
        value={body}
        error={send.error ? errorText(send.error) : undefined}
        onChange={(event) => setBody(event.currentTarget.value)}
      />
      <div>
        <TemplateMenu companyId={recipients.companyId} body={body} onChoose={setBody} hasVariables />
      </div>
      {body.trim() ? (
        <Paper withBorder p="sm">
          <Text size="xs" c="dimmed" mb={4}>
            {t('messages.preview', { name: fullName(example) })}
          </Text>
          <Text size="sm" className={classes.messageBody}>
            {preview}
          </Text>
        </Paper>
      ) : null}
      <Stack gap="xs">
        <Checkbox
          label={t('messages.movesManyToContacted', { stage: contactedName })}
          checked={movesToContacted}
          onChange={(event) => setMovesToContacted(event.currentTarget.checked)}
        />
        <Checkbox
          label={t('messages.includesNotAFit')}
          checked={includesNotAFit}
          onChange={(event) => setIncludesNotAFit(event.currentTarget.checked)}
        />
        {leftOut.length > 0 ? (
          <Text size="sm" c="dimmed">
            {t('messages.leftOut', { names: leftOut.map(fullName).join(', ') })}
          </Text>
        ) : null}
      </Stack>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          color="orange"
          loading={send.isPending}
          disabled={!body.trim() || recipientCount === 0}
          onClick={() => send.mutate({ ...message, key: keyOf(message) }, { onSuccess: ({ id }) => onSent(id) })}
        >
          {t('messages.sendToMany', { count: recipientCount })}
        </Button>
      </Group>
    </Stack>
  );
}

const getCount = (batch: Batch | undefined, outcome: string) =>
  batch?.counts.find((entry) => entry.outcome === outcome)?.count ?? 0;

/** Counts down the seconds until a time. */
function useSecondsUntil(time: string | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return time ? Math.max(0, Math.ceil((Date.parse(time) - now) / 1000)) : 0;
}

function BatchProgress({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: batch } = useQuery({
    ...batchQuery(id),
    refetchInterval: ({ state }) => (getCount(state.data, 'waiting') > 0 || !state.data ? 1000 : false),
  });
  const cancel = useCancelBatch();
  const seconds = useSecondsUntil(batch?.sendAt);
  const [waitingCount, sentCount, canceledCount] = [
    getCount(batch, 'waiting'),
    getCount(batch, 'sent'),
    getCount(batch, 'canceled'),
  ];
  const isDone = batch !== undefined && waitingCount === 0;
  useEffect(() => {
    if (isDone) void invalidateMovedApplicants();
  }, [isDone]);
  const getStatusText = () => {
    if (waitingCount > 0)
      return seconds > 0
        ? t('messages.sendingSoon', { count: waitingCount, seconds })
        : t('messages.sendingProgress', { done: sentCount, total: sentCount + waitingCount });
    return canceledCount > 0 && sentCount === 0 ? t('messages.nothingSent') : t('messages.sentToMany', { count: sentCount });
  };
  return (
    <Stack gap="md">
      <Text component="output">{batch ? getStatusText() : null}</Text>
      {waitingCount > 0 && seconds === 0 ? (
        <Progress value={(100 * sentCount) / (sentCount + waitingCount)} aria-label={t('common.message')} />
      ) : null}
      {cancel.error ? (
        <Text size="sm" c="red">
          {errorText(cancel.error)}
        </Text>
      ) : null}
      {batch && batch.skipped.length > 0 ? (
        <>
          <Text size="sm" fw={600}>
            {t('messages.skippedCount', { count: batch.skipped.length })}
          </Text>
          <List size="sm">
            {batch.skipped.map(({ applicantId, name, outcome }) => (
              <List.Item key={applicantId}>
                {name}: {labelOf(batchOutcomes, outcome, writeText)}
              </List.Item>
            ))}
          </List>
        </>
      ) : null}
      <Group justify="flex-end" gap="sm">
        {waitingCount > 0 ? (
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate({ id })}>
            {t('common.undo')}
          </Button>
        ) : null}
        <Button color="orange" onClick={onClose}>
          {t('ui.close')}
        </Button>
      </Group>
    </Stack>
  );
}
