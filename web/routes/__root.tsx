import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { showValidatedNotice } from '#web/auth/validated-notice.ts';

function Root() {
  useEffect(showValidatedNotice, []);
  return <Outlet />;
}

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Root });
