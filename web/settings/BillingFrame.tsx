import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { TabbedPage } from '#web/ui/TabbedPage.tsx';

const tabs = [
  { path: '/company/settings/billing', label: 'Billing history', description: 'Charges by job' },
  { path: '/company/settings/billing/order-history', label: 'Order history', description: 'Invoices' },
] as const;

type Props = { path: (typeof tabs)[number]['path']; companyId: string | undefined; actions?: ReactNode; children: ReactNode };

/** What was billed, by job and by order (`spec: work §2`). */
export function BillingFrame({ companyId, ...page }: Props) {
  const navigate = useNavigate();
  const go = (to: Props['path']) => void navigate({ to, search: companyId ? { company: companyId } : {} });
  return <TabbedPage {...page} tabs={tabs} label="Billing" onPath={go} />;
}
