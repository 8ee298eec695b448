import { type AnyRoute, RouterProvider } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { routeTree as entranceTree } from './entranceTree.gen.js';
import { routerOf } from './router.ts';

/**
 * Begins with the entrance's routes alone, so that a first visit of the log-in does not load every section's; the rest is
 * fetched when an address asks for it (routes/$.tsx).
 */
export function App() {
  const [tree, setTree] = useState<AnyRoute>(entranceTree);
  const router = useMemo(() => {
    const leaveEntrance = async () => setTree((await import('./routeTree.gen.ts')).routeTree);
    return routerOf(tree, tree === entranceTree ? leaveEntrance : undefined);
  }, [tree]);
  return <RouterProvider router={router} />;
}
