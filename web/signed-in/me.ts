import { queryClient } from '#web/api/query-client.ts';
import type { Outputs } from '#web/api/trpc.ts';
import { followAccount } from '#web/browser/language.ts';
import { refresh } from '#web/session/refresh.ts';
import { accessToken, clearStorage, isImpersonating, markExpired } from '#web/session/session.ts';

export type Me = NonNullable<Outputs['auth']['me']>;

/** The API client is loaded on demand, because a visitor's screens do not need it to render. */
const api = () => import('#web/api/trpc.ts');

let loading: { token: string | null; me: Promise<Me | null> } | null = null;

/**
 * Loads the signed-in person, or null for a visitor. Calls with the same token share one request. An expired token is
 * refreshed once before the person counts as signed out.
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
  if (outcome === 'refused' && isImpersonating()) return await restoreAdmin();
  if (outcome === 'refused') markExpired();
  queryClient.removeQueries(trpc.auth.me.queryFilter());
  return null;
}

/** The impersonation ended before this page was opened, so no dialog can be shown and the administrator continues without it. */
async function restoreAdmin(): Promise<Me | null> {
  const { backToAdmin } = await import('./impersonate.ts');
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
