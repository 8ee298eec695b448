import { IconSteeringWheel } from '@tabler/icons-react';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';

/** The drivers' portal as staff see it: what stands here is each driver's own. */
export function DriversOnly() {
  return (
    <>
      <PageHeader title="Drivers Portal" />
      <EmptyState title="This area belongs to drivers" icon={<IconSteeringWheel size={28} />}>
        Applications and profiles stand here for the driver who is signed in. Your account is not a driver’s.
      </EmptyState>
    </>
  );
}
