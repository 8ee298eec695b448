import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './global.css';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import { QueryClientProvider } from '@tanstack/react-query';
import { MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './flags.ts';
import { routeTree } from './routeTree.gen.ts';
import { onSessionChangedElsewhere } from './session.ts';
import { cssVariablesResolver, theme } from './theme.ts';
import { queryClient } from './query-client.ts';
import { Loading } from './ui/Loading.tsx';
import { NotFound } from './ui/NotFound.tsx';
import { RouteError } from './ui/RouteError.tsx';
import { Toaster } from './ui/Toaster.tsx';

function PendingPage() {
  return <Loading isPage />;
}

const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 200,
  defaultPendingComponent: PendingPage,
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** Another tab logged out or became somebody else: nothing read so far may stay on this screen. */
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
