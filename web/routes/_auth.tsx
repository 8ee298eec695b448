import { createFileRoute, Outlet, useRouterState } from '@tanstack/react-router';
import { AuthLayout } from '#web/frames/AuthLayout.tsx';

function AuthPages() {
  const isAdmin = useRouterState({ select: (state) => (state.location.search as { role?: string }).role === 'admin' });
  return (
    <AuthLayout scene={isAdmin ? 'admin' : 'employer'}>
      <Outlet />
    </AuthLayout>
  );
}

/** Frame of every screen before the portals: log-in, sign-up, passwords, verification. */
export const Route = createFileRoute('/_auth')({ component: AuthPages });
