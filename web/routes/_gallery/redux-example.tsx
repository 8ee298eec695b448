import { createFileRoute } from '@tanstack/react-router';
import { ClientStatePage } from '#web/gallery/ClientStatePage.tsx';

const mostMiles = 1_000_000;

export const Route = createFileRoute('/_gallery/redux-example')({
  validateSearch: ({ miles }: Record<string, unknown>): { miles?: number } => {
    const given = Number(miles);
    return { miles: Number.isInteger(given) && given > 0 && given <= mostMiles ? given : undefined };
  },
  component: ClientStatePage,
});
