import { IconLock } from '@tabler/icons-react';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';

type Props = { title: string; back: { to: string; label: string } };

/** In place of the form of a job that was closed. */
export function NotEditable({ title, back }: Props) {
  return (
    <>
      <PageHeader title={title} back={back} />
      <EmptyState title="A closed job cannot be edited" icon={<IconLock size={28} />}>
        Closing is final. Its applicants stay with you; duplicate the job to post it again.
      </EmptyState>
    </>
  );
}
