import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { can, type PortalId } from '#shared/access/access.ts';
import { trpc } from '#web/api/trpc.ts';
import type { Me } from '#web/signed-in/me.ts';
import { setUnreadInTitle } from '#web/ui/page-title.ts';

const pollMs = 60_000;

/** How many conversations have unread messages: the company's in its portal, and the driver's in the members area. */
export function useUnread(section: PortalId, { roles, companyId }: Me): number {
  const isCompany = section === 'company' && companyId !== null;
  const isDriver = section === 'members' && can(roles, 'driver.self');
  const companyUnread = useQuery({
    ...trpc.messages.unreadCount.queryOptions({}),
    enabled: isCompany,
    refetchInterval: pollMs,
  });
  const driverUnread = useQuery({
    ...trpc.messages.myUnreadCount.queryOptions(),
    enabled: isDriver,
    refetchInterval: pollMs,
  });
  const { data } = isCompany ? companyUnread : driverUnread;
  const count = isCompany || isDriver ? (data?.count ?? 0) : 0;
  useEffect(() => {
    setUnreadInTitle(count);
    return () => setUnreadInTitle(0);
  }, [count]);
  return count;
}
