import { createFileRoute, redirect } from '@tanstack/react-router';

/**
 * An old URL of the application form. Some sign-in links still contain it as the next screen. Full page loads of this URL go to
 * the server's public page.
 */
export const Route = createFileRoute('/jobs/$id/apply')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/apply/$id', params, replace: true });
  },
});
