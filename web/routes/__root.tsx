import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { showValidatedNotice } from '#web/auth/validated-notice.ts';

export type RouterContext = {
  queryClient: QueryClient;
  /** Fetches the other sections' routes and goes on with them; only the entrance's router has it (web/App.tsx). */
  leaveEntrance?: (() => Promise<void>) | undefined;
};

function Root() {
  useEffect(() => void showValidatedNotice(), []);
  return <Outlet />;
}

export const Route = createRootRouteWithContext<RouterContext>()({ component: Root });
