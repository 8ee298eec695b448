import { useQuery } from '@tanstack/react-query';
import type { TimeZone } from '#shared/time-zone.ts';
import { trpc } from './trpc.ts';

/** The zone of the reader's dates and times: that of the profile, for visitors the browser's. */
export function useTimeZone(): TimeZone {
  const { data } = useQuery({ ...trpc.auth.me.queryOptions(), enabled: false });
  return data?.timezone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
