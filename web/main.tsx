import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './global.css';
import './browser/flags.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider, createRouter } from '@tanstack/react-router';
import { StrictMode, lazy, Suspense, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { reloadAfterUpdate } from './browser/new-version.ts';
import { cssVariablesResolver, theme } from './browser/theme.ts';
import { routeTree } from './routeTree.gen.ts';
import { onSessionChangedElsewhere } from './session/session.ts';
import { PendingPage } from './ui/Loading.tsx';
import { RouteError } from './ui/RouteError.tsx';
import { isToasterNeeded, onToasterNeeded } from './ui/toast.ts';

const Notifications = lazy(async () => ({ default: (await import('@mantine/notifications')).Notifications }));

const NotFound = lazy(async () => ({ default: (await import('./ui/NotFound.tsx')).NotFound }));

/** The page is loaded when it is needed, because the first screen should not wait for it. */
const NotFoundPage = () => (
  <Suspense fallback={<PendingPage />}>
    <NotFound />
  </Suspense>
);

/** Shows toasts at the top right. It is loaded with the first toast, which waits in the library's store until then. */
function Toaster() {
  const isNeeded = useSyncExternalStore(onToasterNeeded, isToasterNeeded);
  if (!isNeeded) return null;
  return (
    <Suspense fallback={null}>
      <Notifications position="top-right" autoClose={5000} limit={4} containerWidth="24rem" />
    </Suspense>
  );
}

const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 200,
  defaultPendingComponent: PendingPage,
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

reloadAfterUpdate();

/** When another tab signs out or signs in as another person, this tab must not keep the loaded data. */
onSessionChangedElsewhere(() => {
  queryClient.clear();
  router.history.push('/');
});

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toaster />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
