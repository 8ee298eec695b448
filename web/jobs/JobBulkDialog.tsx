import { Alert, Button, Group, Modal, Stack, Text, Textarea, TextInput, List } from '@mantine/core';
import { type FormEvent, useState, type ReactNode } from 'react';
import { maxTagLength } from '#shared/companies/company.ts';
import { titleWithPlace } from '#shared/jobs/title-with-place.ts';
import { errorText } from '#web/api/errors.ts';
import { t } from '#web/texts/app.ts';
import { toast } from '#web/ui/toast.ts';
import { type BulkAction, bulkActionTexts, type SkippedJob } from './JobBulkBar.tsx';
import { type BulkOutcome, type Job, useBulkCancelRenewal, useBulkClose, useBulkTag } from './queries.ts';

const maxShownNames = 6;

/** The jobs that the action will apply to. */
function SelectedJobs({ jobs }: { jobs: readonly Job[] }) {
  return <NameList label={t('jobs.selectedJobs')} items={jobs.map((job) => ({ id: job.id, name: titleWithPlace(job) }))} />;
}

/** The jobs whose state does not allow the action. */
function SkippedJobs({ jobs }: { jobs: readonly SkippedJob[] }) {
  return (
    <Alert color="amber" role="note" title={t('jobs.skipped')}>
      <NameList
        label={t('jobs.skipped')}
        items={jobs.map(({ job, statusText }) => ({
          id: job.id,
          name: (
            <>
              {titleWithPlace(job)}: <b>{statusText}</b>
            </>
          ),
        }))}
      />
    </Alert>
  );
}

/** The jobs that the server refused, with the reasons. */
function FailedJobs({ outcome, jobs, onDone }: { outcome: BulkOutcome; jobs: readonly Job[]; onDone: () => void }) {
  const getJobTitle = (id: string) => jobs.find((job) => job.id === id)?.title ?? id;
  return (
    <Stack gap="md">
      <Alert color="amber" role="alert" title={t('jobs.refusedJobsTitle')}>
        <List size="sm">
          {outcome.refused.map(({ id, message }) => (
            <List.Item key={id}>
              <b>{getJobTitle(id)}</b>: {message}
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

function NameList({ label, items }: { label: string; items: readonly { id: string; name: ReactNode }[] }) {
  const hiddenCount = items.length - maxShownNames;
  return (
    <List size="sm" aria-label={label}>
      {items.slice(0, maxShownNames).map(({ id, name }) => (
        <List.Item key={id}>{name}</List.Item>
      ))}
      {hiddenCount > 0 ? <List.Item>{t('jobs.andMore', { more: hiddenCount })}</List.Item> : null}
    </List>
  );
}

/** The action, and the jobs that were selected when the dialog opened. The action applies to no other jobs. */
export type BulkConfirmation = { action: BulkAction; jobs: readonly Job[]; clearSelection: () => void };

/**
 * Asks for confirmation, runs the action, and lists the jobs that failed with the reasons (`docs/product/screens.md#lists`).
 */
export function JobBulkDialog({ action, jobs, clearSelection, onClose }: BulkConfirmation & { onClose: () => void }) {
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null);
  const close = useBulkClose();
  const cancel = useBulkCancelRenewal();
  const tag = useBulkTag();
  const activeMutation = { close, cancelRenewal: cancel, tag }[action];
  const { title, consequence, confirm, eligibleJobs, skippedJobs, getDoneText } = bulkActionTexts(action, jobs);
  const finish = () => {
    clearSelection();
    onClose();
  };
  const run = (): Promise<BulkOutcome> => {
    const ids = eligibleJobs.map(({ id }) => id);
    if (action === 'close') return close.mutateAsync({ ids });
    if (action === 'tag') return tag.mutateAsync({ ids, text: text.trim() });
    return cancel.mutateAsync({ ids, renewalCancellationReason: text.trim() || null });
  };
  const send = async () => {
    const result = await run();
    if (result.done.length > 0) toast.success(getDoneText(result.done.length));
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
      onClose={activeMutation.isPending ? () => undefined : outcome ? finish : onClose}
      title={outcome ? t('jobs.doneOfAll', { done: outcome.done.length, all: eligibleJobs.length }) : title}
      withCloseButton={false}
    >
      {outcome ? (
        <FailedJobs outcome={outcome} jobs={jobs} onDone={finish} />
      ) : eligibleJobs.length === 0 ? (
        <Stack gap="md">
          <SkippedJobs jobs={skippedJobs} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} data-autofocus>
              {t('jobs.backToList')}
            </Button>
          </Group>
        </Stack>
      ) : (
        <form onSubmit={submit}>
          <Stack gap="md">
            <Text size="sm" c="dimmed">
              {consequence}
            </Text>
            <SelectedJobs jobs={eligibleJobs} />
            {skippedJobs.length > 0 ? <SkippedJobs jobs={skippedJobs} /> : null}
            {action === 'tag' ? (
              <TextInput
                label={t('common.tag')}
                required
                maxLength={maxTagLength}
                data-autofocus
                value={text}
                onChange={(e) => setText(e.currentTarget.value)}
              />
            ) : null}
            {action === 'cancelRenewal' ? (
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
            {activeMutation.error ? (
              <Alert color="red" role="alert">
                {errorText(activeMutation.error)}
              </Alert>
            ) : null}
            <Group justify="flex-end" gap="sm">
              <Button
                variant="default"
                onClick={onClose}
                disabled={activeMutation.isPending}
                data-autofocus={action === 'close' || undefined}
              >
                {action === 'tag' ? t('common.cancel') : t('jobs.keepJobs', { count: eligibleJobs.length })}
              </Button>
              <Button
                type="submit"
                color={action === 'tag' ? 'orange' : 'red'}
                loading={activeMutation.isPending}
                disabled={action === 'tag' && !text.trim()}
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
