import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { TimeZone } from '#shared/time-zone.ts';
import type { Me } from './me.ts';
import { trpc } from './trpc.ts';
import { t } from '#web/texts/app.ts';

/** The signed-in person inside a section, whose guard ensures that there is one. */
export function useMe(): Me {
  const { data } = useSuspenseQuery(trpc.auth.me.queryOptions());
  if (!data) throw new Error(t('common.youreSignedOutSignContinue'));
  return data;
}

/** The time zone of the reader's dates: the profile's, or the browser's for visitors. */
export function useTimeZone(): TimeZone {
  const { data } = useQuery({ ...trpc.auth.me.queryOptions(), enabled: false });
  return data?.timezone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
