import { lazy, Suspense } from 'react';

const Notifications = lazy(async () => ({ default: (await import('@mantine/notifications')).Notifications }));

/** The toast area, top right. A toast shown before it has loaded waits in its store. */
export function Toaster() {
  return (
    <Suspense fallback={null}>
      <Notifications position="top-right" autoClose={5000} limit={4} containerWidth="24rem" />
    </Suspense>
  );
}
