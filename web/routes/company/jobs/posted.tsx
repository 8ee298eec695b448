import { createFileRoute, redirect } from '@tanstack/react-router';
import { PostedPage } from '#web/checkout/PostedPage.tsx';
import { orderQuery } from '#web/checkout/queries.ts';

function PostedRoute() {
  return <PostedPage orderId={Route.useSearch().order} />;
}

/** `order` is the paid order. An unpaid one leads to its payment. */
export const Route = createFileRoute('/company/jobs/posted')({
  validateSearch: (raw: Record<string, unknown>): { order: string } => ({
    order: typeof raw.order === 'string' ? raw.order : '',
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps: { order } }) => {
    if (!order) throw redirect({ to: '/company/jobs', replace: true });
    const { state } = await queryClient.fetchQuery(orderQuery(order));
    if (state !== 'paid' && state !== 'invoiced')
      throw redirect({ to: '/company/jobs/new/payment-method', search: { order }, replace: true });
  },
  component: PostedRoute,
});
