import { createFileRoute, redirect } from '@tanstack/react-router';

/** The form's earlier address, for links to the sign-in that name it as the next screen. The server answers page loads of it. */
export const Route = createFileRoute('/jobs/$id/apply')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/apply/$id', params, replace: true });
  },
});
