import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { TabbedPage } from '#web/ui/TabbedPage.tsx';

const tabs = [
  { path: '/admin/invoices', label: 'Invoices', description: 'All invoices and their status.' },
  { path: '/admin/charges', label: 'Charges', description: 'All card charges.' },
  {
    path: '/admin/revenue',
    label: 'Revenue',
    description: 'Revenue by invoice month.',
  },
] as const;

type Props = {
  path: (typeof tabs)[number]['path'];
  companyId: string | undefined;
  actions?: ReactNode;
  children: ReactNode;
};

/** The money of all companies, or of the one that was chosen in the company list. */
export function BillingFrame({ companyId, ...page }: Props) {
  const navigate = useNavigate();
  const go = (to: Props['path']) => void navigate({ to, search: companyId ? { company: companyId } : {} });
  return <TabbedPage {...page} tabs={tabs} label="Billing" onPath={go} />;
}
