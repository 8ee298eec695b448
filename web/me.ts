import { queryClient } from './query-client.ts';
import { refresh } from './refresh.ts';
import { accessToken, clearStorage, isImpersonating, markExpired } from './session.ts';
import type { Outputs } from './trpc.ts';

/** The signed-in person. */
export type Me = NonNullable<Outputs['auth']['me']>;

/** The API's client, which a visitor's screens do not need to be seen; so it is no part of their first load. */
const api = () => import('./trpc.ts');

let loading: { token: string | null; me: Promise<Me | null> } | null = null;

/**
 * Who is signed in; null for a visitor. A dead token is renewed once before it counts as none, whoever asks with it meanwhile;
 * with another token one asks anew.
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
  if (me) return me;
  const outcome = await refresh();
  if (outcome === 'renewed') return await reloadMe();
  if (outcome === 'refused' && isImpersonating()) return await asAdminAgain();
  if (outcome === 'refused') markExpired();
  queryClient.removeQueries(trpc.auth.me.queryFilter());
  return null;
}

/** An impersonation was over before this page was opened: nobody is there to be asked, so the admin goes on alone. */
async function asAdminAgain(): Promise<Me | null> {
  const { backToAdmin } = await import('./act-as.ts');
  await backToAdmin();
  return await load();
}

/** Asks again: after a log-in, a new company, a changed name. */
export async function reloadMe(): Promise<Me | null> {
  const { trpc } = await api();
  return await queryClient.fetchQuery({ ...trpc.auth.me.queryOptions(), staleTime: 0 });
}

/** Ends the session here and on the server, and forgets everything that was read with it. */
export async function logOut(): Promise<void> {
  const { trpcClient } = await api();
  await trpcClient.auth.logout.mutate().catch(() => null);
  clearStorage();
  queryClient.clear();
}
