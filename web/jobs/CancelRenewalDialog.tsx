import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { messages } from '#shared/messages.ts';
import { toast } from '#web/ui/toast.ts';
import { DateText } from '#web/ui/Values.tsx';
import { type Job, useCancelRenewal } from './queries.ts';
import { jobErrorText } from './refusal-words.ts';

type Props = { job: Pick<Job, 'id' | 'title' | 'expirationDate' | 'timeZone'>; isOpen: boolean; onClose: () => void };

/** Ends the renewal of a job, with a reason; the job stays up until it expires. */
export function CancelRenewalDialog({ job, isOpen, onClose }: Props) {
  const [reason, setReason] = useState('');
  const cancel = useCancelRenewal();
  const send = async () => {
    await cancel.mutateAsync({ id: job.id, renewalCancelationReason: reason.trim() || null });
    toast.success(messages.updated);
    onClose();
  };
  return (
    <Modal opened={isOpen} onClose={onClose} title={`Cancel renewal of “${job.title}”?`} withCloseButton={false}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send().catch(() => null);
        }}
      >
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {job.expirationDate ? (
              <>
                Your job stays live until <DateText value={job.expirationDate} as="deadline" zone={job.timeZone} />, and you won’t
                be charged again.
              </>
            ) : (
              'Your job runs through its paid days, and you won’t be charged again.'
            )}
          </Text>
          <Textarea
            label="Reason (optional)"
            autosize
            minRows={2}
            maxLength={500}
            data-autofocus
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {cancel.error ? (
            <Alert color="red" role="alert">
              {jobErrorText(cancel.error)}
            </Alert>
          ) : null}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose} disabled={cancel.isPending}>
              Keep renewing
            </Button>
            <Button color="red" type="submit" loading={cancel.isPending}>
              Cancel renewal
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
