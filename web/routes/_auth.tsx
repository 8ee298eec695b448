import { createFileRoute, Outlet, useRouterState } from '@tanstack/react-router';
import { AuthLayout } from '#web/layouts/AuthLayout.tsx';

function AuthPages() {
  const isAdmin = useRouterState({ select: (state) => (state.location.search as { role?: string }).role === 'admin' });
  return (
    <AuthLayout scene={isAdmin ? 'admin' : 'employer'}>
      <Outlet />
    </AuthLayout>
  );
}

/** The layout of sign-in, sign-up, passwords and verification. It is part of the first page load. */
export const Route = createFileRoute('/_auth')({ codeSplitGroupings: [], component: AuthPages });
