import { Button } from '@mantine/core';
import { IconCalendarOff, IconCircleX, IconTag } from '@tabler/icons-react';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import type { BulkAct } from './bulk-acts.ts';
import type { Job } from './queries.ts';

type Props = { jobs: readonly Job[]; mayEdit: boolean; onAsk: (act: BulkAct) => void };

/** What can be done with the jobs that are ticked. */
export function JobBulkBar({ jobs, mayEdit, onAsk }: Props) {
  return (
    <>
      <ExportButton path="/jobs/export" input={{ ids: jobs.map(({ id }) => id) }} total={jobs.length} label="Export selected" />
      {mayEdit ? (
        <>
          <Button variant="default" leftSection={<IconTag size={16} aria-hidden />} onClick={() => onAsk('tag')}>
            Tag
          </Button>
          <Button
            variant="default"
            leftSection={<IconCalendarOff size={16} aria-hidden />}
            onClick={() => onAsk('cancelRenewal')}
          >
            Cancel renewal
          </Button>
          <Button
            variant="default"
            c="var(--mantine-color-error)"
            leftSection={<IconCircleX size={16} aria-hidden />}
            onClick={() => onAsk('close')}
          >
            Close jobs
          </Button>
        </>
      ) : null}
    </>
  );
}
