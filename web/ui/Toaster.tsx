import { lazy, Suspense, useEffect, useState } from 'react';

const Notifications = lazy(async () => ({ default: (await import('@mantine/notifications')).Notifications }));

/** The toast area, top right. It loads after the first paint; a toast shown before waits in the store. */
export function Toaster() {
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return isReady ? (
    <Suspense fallback={null}>
      <Notifications position="top-right" autoClose={5000} limit={4} containerWidth="24rem" />
    </Suspense>
  ) : null;
}
