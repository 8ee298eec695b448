import { Alert, Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { longestTag } from '#shared/companies/tag.ts';
import { toast } from '#web/ui/toast.ts';
import { type BulkAct, bulkWords } from './bulk-acts.ts';
import { ChosenJobs, LeftOutJobs, RefusedJobs } from './JobBulkLists.tsx';
import { type BulkOutcome, type Job, useBulkCancelRenewal, useBulkClose, useBulkTag } from './queries.ts';
import { jobErrorText } from './refusal-words.ts';

/** The jobs that were ticked when the question was asked: those it is done with, and no others. */
export type BulkQuestion = { act: BulkAct; jobs: readonly Job[]; clear: () => void };

/** Asks, does, and tells of each job that it could not be done with why (`ui: Behaviour`). */
export function JobBulkDialog({ act, jobs, clear, onClose }: BulkQuestion & { onClose: () => void }) {
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null);
  const close = useBulkClose();
  const cancel = useBulkCancelRenewal();
  const tag = useBulkTag();
  const running = { close, cancelRenewal: cancel, tag }[act];
  const { title, meaning, confirm, able, leftOut, doneText } = bulkWords(act, jobs);
  const finish = () => {
    clear();
    onClose();
  };
  const run = (): Promise<BulkOutcome> => {
    const ids = able.map(({ id }) => id);
    if (act === 'close') return close.mutateAsync({ ids });
    if (act === 'tag') return tag.mutateAsync({ ids, text: text.trim() });
    return cancel.mutateAsync({ ids, renewalCancellationReason: text.trim() || null });
  };
  const send = async () => {
    const result = await run();
    if (result.done.length > 0) toast.success(doneText(result.done.length));
    if (result.refused.length === 0) return finish();
    setOutcome(result);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send().catch(() => null);
  };
  return (
    <Modal
      opened
      onClose={running.isPending ? () => undefined : outcome ? finish : onClose}
      title={outcome ? `${outcome.done.length} of ${able.length} done` : title}
      withCloseButton={false}
    >
      {outcome ? (
        <RefusedJobs outcome={outcome} jobs={jobs} onDone={finish} />
      ) : able.length === 0 ? (
        <Stack gap="md">
          <LeftOutJobs jobs={leftOut} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} data-autofocus>
              Back to the list
            </Button>
          </Group>
        </Stack>
      ) : (
        <form onSubmit={submit}>
          <Stack gap="md">
            <Text size="sm" c="dimmed">
              {meaning}
            </Text>
            <ChosenJobs jobs={able} />
            {leftOut.length > 0 ? <LeftOutJobs jobs={leftOut} /> : null}
            {act === 'tag' ? (
              <TextInput
                label="Tag"
                required
                maxLength={longestTag}
                data-autofocus
                value={text}
                onChange={(e) => setText(e.currentTarget.value)}
              />
            ) : null}
            {act === 'cancelRenewal' ? (
              <Textarea
                label="Reason (optional)"
                autosize
                minRows={2}
                maxLength={500}
                data-autofocus
                value={text}
                onChange={(e) => setText(e.currentTarget.value)}
              />
            ) : null}
            {running.error ? (
              <Alert color="red" role="alert">
                {jobErrorText(running.error)}
              </Alert>
            ) : null}
            <Group justify="flex-end" gap="sm">
              <Button
                variant="default"
                onClick={onClose}
                disabled={running.isPending}
                data-autofocus={act === 'close' || undefined}
              >
                {act === 'tag' ? 'Cancel' : 'Keep jobs'}
              </Button>
              <Button
                type="submit"
                color={act === 'tag' ? 'orange' : 'red'}
                loading={running.isPending}
                disabled={act === 'tag' && !text.trim()}
              >
                {confirm}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
