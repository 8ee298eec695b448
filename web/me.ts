import { refresh } from './refresh.ts';
import { accessToken, clearSession, markExpired } from './session.ts';
import { type Outputs, queryClient, trpc, trpcClient } from './trpc.ts';

/** The signed-in person. */
export type Me = NonNullable<Outputs['auth']['me']>;

/** Who is signed in; null for a visitor. A dead token is renewed once before it counts as none. */
export async function loadMe(): Promise<Me | null> {
  if (!accessToken()) return null;
  const me = await queryClient.ensureQueryData(trpc.auth.me.queryOptions());
  if (me) return me;
  const outcome = await refresh();
  if (outcome === 'renewed') return await reloadMe();
  if (outcome === 'refused') markExpired();
  queryClient.removeQueries(trpc.auth.me.queryFilter());
  return null;
}

/** Asks again: after a log-in, a new company, a changed name. */
export async function reloadMe(): Promise<Me | null> {
  return await queryClient.fetchQuery({ ...trpc.auth.me.queryOptions(), staleTime: 0 });
}

/** Ends the session here and on the server, and forgets everything that was read with it. */
export async function logOut(): Promise<void> {
  await trpcClient.auth.logout.mutate().catch(() => null);
  clearSession();
  queryClient.clear();
}
