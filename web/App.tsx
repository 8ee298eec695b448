import { type AnyRoute, type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { useLayoutEffect, useMemo, useState } from 'react';
import { routeTree as entranceTree } from './entranceTree.gen.js';
import { routerOf } from './router.ts';

/**
 * Begins with the entrance's routes alone, so that a first visit of the log-in does not load every section's; the rest is
 * fetched when an address asks for it (routes/$.tsx). Behind an opening the first screen has its routes and what it shows
 * already (web/first-screen.ts).
 */
export function App({ begun }: { begun: AnyRouter | null }) {
  /** Null at the entrance. Both trees have one root object, to which the second gives its own children: no mark of a change. */
  const [whole, setWhole] = useState<{ tree: AnyRoute } | null>(null);
  const router = useMemo(() => {
    if (begun) return begun;
    const leaveEntrance = async () => setWhole({ tree: (await import('./routeTree.gen.ts')).routeTree });
    return whole ? routerOf(whole.tree) : routerOf(entranceTree, leaveEntrance);
  }, [begun, whole]);
  return (
    <>
      {begun ? <OpeningEnd /> : null}
      <RouterProvider router={router} />
    </>
  );
}

/** The first screen takes the opening's place before the router scrolls it to where the reader was: so it stands before that. */
function OpeningEnd() {
  useLayoutEffect(() => document.getElementById('opening')?.remove(), []);
  return null;
}
