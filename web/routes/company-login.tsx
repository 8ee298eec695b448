import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/company-login')({
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/login', search: { ...search, role: 'employer' }, replace: true });
  },
});
