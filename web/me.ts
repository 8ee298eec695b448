import { followAccount } from './language.ts';
import { queryClient } from './query-client.ts';
import { refresh } from './refresh.ts';
import { accessToken, clearStorage, isImpersonating, markExpired } from './session.ts';
import type { Outputs } from './trpc.ts';

/** The signed-in person. */
export type Me = NonNullable<Outputs['auth']['me']>;

/** The API client. A visitor's screens do not need it to render, so it is not part of their first load. */
const api = () => import('./trpc.ts');

let loading: { token: string | null; me: Promise<Me | null> } | null = null;

/**
 * The signed-in person, or null for a visitor. An expired token is refreshed once, with one request for all callers, before
 * the person counts as signed out. A different token causes a new request.
 */
export function loadMe(): Promise<Me | null> {
  const token = accessToken();
  if (loading?.token === token) return loading.me;
  const me = load().finally(() => {
    if (loading?.me === me) loading = null;
  });
  loading = { token, me };
  return me;
}

async function load(): Promise<Me | null> {
  if (!accessToken()) return null;
  const { trpc } = await api();
  const me = await queryClient.ensureQueryData(trpc.auth.me.queryOptions());
  if (me) {
    followAccount(me);
    return me;
  }
  const outcome = await refresh();
  if (outcome === 'renewed') return await reloadMe();
  if (outcome === 'refused' && isImpersonating()) return await asAdminAgain();
  if (outcome === 'refused') markExpired();
  queryClient.removeQueries(trpc.auth.me.queryFilter());
  return null;
}

/** The impersonation ended before this page was opened, so no dialog can be shown and the administrator continues without it. */
async function asAdminAgain(): Promise<Me | null> {
  const { backToAdmin } = await import('./act-as.ts');
  await backToAdmin();
  return await load();
}

/** Loads the person again after signing in, creating a company or changing a name. */
export async function reloadMe(): Promise<Me | null> {
  const { trpc } = await api();
  return await queryClient.fetchQuery({ ...trpc.auth.me.queryOptions(), staleTime: 0 });
}

/** Ends the session in this browser and on the server, and removes all data that was loaded with it. */
export async function logOut(): Promise<void> {
  const { trpcClient } = await api();
  await trpcClient.auth.logout.mutate().catch(() => null);
  clearStorage();
  queryClient.clear();
}
