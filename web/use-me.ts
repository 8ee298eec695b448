import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { TimeZone } from '#shared/time-zone.ts';
import type { Me } from './me.ts';
import { trpc } from './trpc.ts';

/** The signed-in person inside a section, whose guard has made sure that there is one. */
export function useMe(): Me {
  const { data } = useSuspenseQuery(trpc.auth.me.queryOptions());
  if (!data) throw new Error('You’re signed out. Sign in to continue.');
  return data;
}

/** The zone of the reader's dates and times: that of the profile, for visitors the browser's. */
export function useTimeZone(): TimeZone {
  const { data } = useQuery({ ...trpc.auth.me.queryOptions(), enabled: false });
  return data?.timezone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
