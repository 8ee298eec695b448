import { useEffect } from 'react';
import type { Me } from '#web/me.ts';
import { queryClient } from '#web/query-client.ts';
import { trpc, trpcClient } from '#web/trpc.ts';

const everyMs = 30_000;

/** While a person's address is not verified: learns of the proof, which another tab or device may give. */
export function useFreshProof(me: Me): void {
  const isWaiting = !me.emailVerified && !me.impersonatorId;
  useEffect(() => {
    if (!isWaiting) return;
    const ask = async () => {
      if (document.visibilityState !== 'visible') return;
      const fresh = await trpcClient.auth.me.query().catch(() => null);
      // Of a session that ended meanwhile nothing is said here: the next screen does.
      if (fresh?.emailVerified) queryClient.setQueryData(trpc.auth.me.queryKey(), fresh);
    };
    const onReturn = () => void ask();
    const timer = setInterval(onReturn, everyMs);
    document.addEventListener('visibilitychange', onReturn);
    window.addEventListener('focus', onReturn);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onReturn);
      window.removeEventListener('focus', onReturn);
    };
  }, [isWaiting]);
}
