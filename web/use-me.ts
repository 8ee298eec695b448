import { useSuspenseQuery } from '@tanstack/react-query';
import type { Me } from './me.ts';
import { trpc } from './trpc.ts';

/** The signed-in person inside a section, whose guard has made sure that there is one. */
export function useMe(): Me {
  const { data } = useSuspenseQuery(trpc.auth.me.queryOptions());
  if (!data) throw new Error('You’re signed out. Sign in to continue.');
  return data;
}
