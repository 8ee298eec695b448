import { lazy, Suspense, useSyncExternalStore } from 'react';
import { isToasterNeeded, onToasterNeeded } from './toast.ts';

const Notifications = lazy(async () => ({ default: (await import('@mantine/notifications')).Notifications }));

/** The toast area, top right. It is loaded with the first toast, which waits in the library's store until then. */
export function Toaster() {
  const isNeeded = useSyncExternalStore(onToasterNeeded, isToasterNeeded);
  if (!isNeeded) return null;
  return (
    <Suspense fallback={null}>
      <Notifications position="top-right" autoClose={5000} limit={4} containerWidth="24rem" />
    </Suspense>
  );
}
