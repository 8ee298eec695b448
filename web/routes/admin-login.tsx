import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/admin-login')({
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/login', search: { ...search, role: 'admin' }, replace: true });
  },
});
