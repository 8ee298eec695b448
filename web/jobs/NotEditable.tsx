import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { t } from '#web/texts/app.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { EmptyState } from '#web/ui/States.tsx';
import type { JobDetail } from './queries.ts';

type Props = { job: Pick<JobDetail, 'id'>; title: string; back: { to: string; label: string } };

/** Shown instead of the form of a closed job. */
export function NotEditable({ job: { id }, title, back }: Props) {
  return (
    <>
      <PageHeader title={title} back={back} />
      <EmptyState
        title={t('jobs.closedJobNotEditable')}
        icon={<IconLock size={28} />}
        action={
          <Button
            color="orange"
            renderRoot={(props) => <Link {...props} to="/company/jobs/$id/job-content-duplicate" params={{ id }} />}
          >
            {t('jobs.duplicate')}
          </Button>
        }
      >
        {t('jobs.closedJobHint')}
      </EmptyState>
    </>
  );
}
