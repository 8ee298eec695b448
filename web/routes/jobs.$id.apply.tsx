import { createFileRoute, redirect } from '@tanstack/react-router';

/** An earlier URL of the form, for sign-in links that still name it as the next screen. The server answers page loads of it. */
export const Route = createFileRoute('/jobs/$id/apply')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/apply/$id', params, replace: true });
  },
});
