import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { ownTimeZone, type TimeZone } from '#shared/time-zone.ts';
import { trpc } from '#web/api/trpc.ts';
import { t } from '#web/texts/app.ts';
import type { Me } from './me.ts';

/** Returns the signed-in person. Use it inside a section, because its guard ensures that someone is signed in. */
export function useMe(): Me {
  const { data } = useSuspenseQuery(trpc.auth.me.queryOptions());
  if (!data) throw new Error(t('common.signedOut'));
  return data;
}

/** Returns the time zone to show dates in: that of the user's profile or, for visitors, of the browser. */
export function useTimeZone(): TimeZone {
  const { data } = useQuery({ ...trpc.auth.me.queryOptions(), enabled: false });
  return data?.timezone ?? ownTimeZone();
}
