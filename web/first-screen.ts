import type { AnyRouter } from '@tanstack/react-router';
import { nextTurn } from './next-turn.ts';
import { routerOf } from './router.ts';

/**
 * Behind what the server wrote into the page (server/site/opening.ts): the router of the whole app, with all that its first
 * screen shows. React can draw that in small steps, between which the page answers; what a router tells of later it draws in one.
 * Null where there is no opening: then the screen tells itself that it is on its way.
 */
export async function firstScreen(): Promise<AnyRouter | null> {
  if (!document.getElementById('opening')) return null;
  const { routeTree } = await import('./routeTree.gen.ts');
  await nextTurn();
  const router = routerOf(routeTree);
  await nextTurn();
  await router.load();
  await nextTurn();
  return router;
}
