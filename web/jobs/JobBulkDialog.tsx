import { Alert, Button, Group, Modal, Stack, Text, Textarea, TextInput, List } from '@mantine/core';
import { type FormEvent, useState, type ReactNode } from 'react';
import { longestTag } from '#shared/companies/company.ts';
import { toast } from '#web/ui/toast.ts';
import { type BulkAct, bulkWords, type SkippedJob } from './JobBulkBar.tsx';
import { type BulkOutcome, type Job, useBulkCancelRenewal, useBulkClose, useBulkTag } from './queries.ts';
import { cityState } from '#shared/format.ts';
import { t } from '#web/texts/app.ts';
import { errorText } from '#web/errors.ts';

const maxShownNames = 6;

/** The jobs that the action will apply to. */
function ChosenJobs({ jobs }: { jobs: readonly Job[] }) {
  return <Names label={t('jobs.selectedJobs')} of={jobs.map((job) => ({ id: job.id, name: nameOf(job) }))} />;
}

/** The jobs whose state does not allow the action. */
function LeftOutJobs({ jobs }: { jobs: readonly SkippedJob[] }) {
  return (
    <Alert color="amber" role="note" title={t('jobs.skipped')}>
      <Names
        label={t('jobs.skipped')}
        of={jobs.map(({ job, standing: statusText }) => ({
          id: job.id,
          name: (
            <>
              {nameOf(job)}: <b>{statusText}</b>
            </>
          ),
        }))}
      />
    </Alert>
  );
}

/** The jobs that the server refused, with the reasons. */
function RefusedJobs({ outcome, jobs, onDone }: { outcome: BulkOutcome; jobs: readonly Job[]; onDone: () => void }) {
  const titleOf = (id: string) => jobs.find((job) => job.id === id)?.title ?? id;
  return (
    <Stack gap="md">
      <Alert color="amber" role="alert" title={t('jobs.theseJobsWontChange')}>
        <List size="sm">
          {outcome.refused.map(({ id, message }) => (
            <List.Item key={id}>
              <b>{titleOf(id)}</b>: {message}
            </List.Item>
          ))}
        </List>
      </Alert>
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone} data-autofocus>
          {t('jobs.done')}
        </Button>
      </Group>
    </Stack>
  );
}

const nameOf = (job: Job) => `${job.title}, ${cityState(job)}`;

function Names({ label, of }: { label: string; of: readonly { id: string; name: ReactNode }[] }) {
  const more = of.length - maxShownNames;
  return (
    <List size="sm" aria-label={label}>
      {of.slice(0, maxShownNames).map(({ id, name }) => (
        <List.Item key={id}>{name}</List.Item>
      ))}
      {more > 0 ? <List.Item>{t('jobs.andMoreMore', { more })}</List.Item> : null}
    </List>
  );
}

/** The jobs that were selected when the dialog opened. The action applies to no others. */
export type BulkQuestion = { act: BulkAct; jobs: readonly Job[]; clear: () => void };

/** Asks, runs the action, and reports why each failed job failed (`docs/product/screens.md#lists`). */
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
      title={outcome ? t('jobs.doneOfAll', { done: outcome.done.length, all: able.length }) : title}
      withCloseButton={false}
    >
      {outcome ? (
        <RefusedJobs outcome={outcome} jobs={jobs} onDone={finish} />
      ) : able.length === 0 ? (
        <Stack gap="md">
          <LeftOutJobs jobs={leftOut} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} data-autofocus>
              {t('jobs.backToTheList')}
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
                label={t('jobs.tag')}
                required
                maxLength={longestTag}
                data-autofocus
                value={text}
                onChange={(e) => setText(e.currentTarget.value)}
              />
            ) : null}
            {act === 'cancelRenewal' ? (
              <Textarea
                label={t('jobs.reasonOptional')}
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
                {errorText(running.error)}
              </Alert>
            ) : null}
            <Group justify="flex-end" gap="sm">
              <Button
                variant="default"
                onClick={onClose}
                disabled={running.isPending}
                data-autofocus={act === 'close' || undefined}
              >
                {act === 'tag' ? t('common.cancel') : t('jobs.keepJobs')}
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
