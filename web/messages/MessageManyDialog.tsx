import { Button, Group, List, Modal, Paper, Progress, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { batchOutcomes, fillTemplate } from '#shared/messages/message.ts';
import { labelOf } from '#shared/catalogues.ts';
import { fullName } from '#shared/format.ts';
import { errorText } from '#web/errors.ts';
import { t, writeText } from '#web/texts/app.ts';
import { useMe } from '#web/use-me.ts';
import { TemplateMenu } from './Templates.tsx';
import { type Batch, batchQuery, forgetMessages, type Recipients, useCancelBatch, useSendMany } from './queries.ts';
import classes from './messages.module.css';

type Props = {
  count: number;
  recipients: Recipients;
  /** The applicant whose message is previewed. */
  example: { firstName: string; lastName: string; job: { title: string } };
  companyName: string;
  onClose: () => void;
};

/** Writes one message to several applicants, with a preview, and shows how far it is. */
export function MessageManyDialog({ count, recipients, example, companyName, onClose }: Props) {
  const [batchId, setBatchId] = useState<string | null>(null);
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('messages.messageMany', { count })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {batchId ? (
        <BatchProgress id={batchId} onClose={onClose} />
      ) : (
        <WriteMany {...{ count, recipients, example, companyName, onClose }} onSent={setBatchId} />
      )}
    </Modal>
  );
}

function WriteMany({ count, recipients, example, companyName, onClose, onSent }: Props & { onSent: (id: string) => void }) {
  const me = useMe();
  const send = useSendMany();
  const [body, setBody] = useState('');
  const key = useRef(crypto.randomUUID());
  const preview = fillTemplate(body, {
    first_name: example.firstName,
    job_title: example.job.title,
    company: companyName,
    my_name: me.firstName,
  });
  return (
    <Stack gap="md">
      <Textarea
        label={t('messages.write')}
        data-autofocus
        autosize
        minRows={5}
        maxRows={14}
        maxLength={2000}
        value={body}
        error={send.error ? errorText(send.error) : undefined}
        onChange={(event) => setBody(event.currentTarget.value)}
      />
      <div>
        <TemplateMenu companyId={recipients.companyId} written={body} onChoose={setBody} hasVariables />
      </div>
      {body.trim() ? (
        <Paper withBorder p="sm">
          <Text size="xs" c="dimmed" mb={4}>
            {t('messages.preview', { name: fullName(example) })}
          </Text>
          <Text size="sm" className={classes.body}>
            {preview}
          </Text>
        </Paper>
      ) : null}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          color="orange"
          loading={send.isPending}
          disabled={!body.trim()}
          onClick={() => send.mutate({ ...recipients, body, key: key.current }, { onSuccess: ({ id }) => onSent(id) })}
        >
          {t('messages.sendToMany', { count })}
        </Button>
      </Group>
    </Stack>
  );
}

const countOf = (batch: Batch | undefined, outcome: string) => batch?.counts.find((one) => one.outcome === outcome)?.count ?? 0;

/** The seconds until a time, which count down. */
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
    refetchInterval: ({ state }) => (countOf(state.data, 'waiting') > 0 || !state.data ? 1000 : false),
  });
  const cancel = useCancelBatch();
  const seconds = useSecondsUntil(batch?.sendAt);
  const [waiting, sent, canceled] = [countOf(batch, 'waiting'), countOf(batch, 'sent'), countOf(batch, 'canceled')];
  const isDone = batch !== undefined && waiting === 0;
  useEffect(() => {
    if (isDone) void forgetMessages();
  }, [isDone]);
  const state = () => {
    if (waiting > 0)
      return seconds > 0
        ? t('messages.sendingSoon', { count: waiting, seconds })
        : t('messages.sending', { done: sent, total: sent + waiting });
    return canceled > 0 && sent === 0 ? t('messages.stopped') : t('messages.sentToMany', { count: sent });
  };
  return (
    <Stack gap="md">
      <Text component="output">{batch ? state() : null}</Text>
      {waiting > 0 && seconds === 0 ? (
        <Progress value={(100 * sent) / (sent + waiting)} aria-label={t('messages.messageAll')} />
      ) : null}
      {cancel.error ? (
        <Text size="sm" c="red">
          {errorText(cancel.error)}
        </Text>
      ) : null}
      {batch && batch.skipped.length > 0 ? (
        <>
          <Text size="sm" fw={600}>
            {t('messages.skipped', { count: batch.skipped.length })}
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
        {waiting > 0 ? (
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate({ id })}>
            {t('messages.stop')}
          </Button>
        ) : null}
        <Button color="orange" onClick={onClose}>
          {t('common.close')}
        </Button>
      </Group>
    </Stack>
  );
}
