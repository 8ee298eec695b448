import { type Outputs, trpc } from '#web/trpc.ts';

export type Revenue = Outputs['billing']['revenue'];
export type Month = Revenue['months'][number];

export const revenueQuery = () => trpc.billing.revenue.queryOptions();
