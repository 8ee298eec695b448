import { IconSteeringWheel } from '@tabler/icons-react';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';

/** The drivers' portal as staff see it: what stands here is each driver's own. */
export function DriversOnly() {
  return (
    <>
      <PageHeader title="Drivers Portal" />
      <EmptyState title="For drivers only" icon={<IconSteeringWheel size={28} />}>
        This page shows a driver’s applications and profile. Your account isn’t a driver account.
      </EmptyState>
    </>
  );
}
