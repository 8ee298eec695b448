import { createRouter } from '@tanstack/react-router';
import { queryClient } from './query-client.ts';
import { routeTree } from './routeTree.gen.ts';
import { PendingPage } from './ui/Loading.tsx';
import { NotFound, RouteError } from './ui/RouteError.tsx';

export const router = createRouter({
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
