import { type AnyRoute, createBrowserHistory, createRouter } from '@tanstack/react-router';
import { queryClient } from './query-client.ts';
import type { routeTree } from './routeTree.gen.ts';
import { PendingPage } from './ui/Loading.tsx';
import { NotFound } from './ui/NotFound.tsx';
import { RouteError } from './ui/RouteError.tsx';

export const history = createBrowserHistory();

/** A router of the whole app, or of its entrance alone, which says how to go on to the rest. */
export function routerOf<Tree extends AnyRoute>(tree: Tree, leaveEntrance?: () => Promise<void>) {
  return createRouter({
    routeTree: tree,
    history,
    context: { queryClient, leaveEntrance },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    defaultPendingComponent: PendingPage,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof routerOf<typeof routeTree>>;
  }
}
