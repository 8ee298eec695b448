import { createFileRoute } from '@tanstack/react-router';
import { ClientStatePage } from '#web/gallery/StatePages.tsx';

const maxMiles = 1_000_000;

export const Route = createFileRoute('/_gallery/redux-example')({
  validateSearch: ({ miles }: Record<string, unknown>): { miles?: number } => {
    const number = Number(miles);
    return { miles: Number.isInteger(number) && number > 0 && number <= maxMiles ? number : undefined };
  },
  component: ClientStatePage,
});
