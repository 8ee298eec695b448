import { type AnyRoute, RouterProvider } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { routeTree as entranceTree } from './entranceTree.gen.js';
import { routerOf } from './router.ts';

/**
 * Begins with the entrance's routes alone, so that a first visit of the log-in does not load every section's; the rest is
 * fetched when an address asks for it (routes/$.tsx).
 */
export function App() {
  /** Null at the entrance. Both trees have one root object, to which the second gives its own children: no mark of a change. */
  const [whole, setWhole] = useState<{ tree: AnyRoute } | null>(null);
  const router = useMemo(() => {
    const leaveEntrance = async () => setWhole({ tree: (await import('./routeTree.gen.ts')).routeTree });
    return whole ? routerOf(whole.tree) : routerOf(entranceTree, leaveEntrance);
  }, [whole]);
  return <RouterProvider router={router} />;
}
