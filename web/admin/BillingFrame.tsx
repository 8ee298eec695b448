import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { TabbedPage } from '#web/ui/PageHeader.tsx';
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { t } from '#web/texts/app.ts';

const tabs = [
  { path: '/admin/invoices', label: t('common.invoices'), description: t('admin.allInvoicesAndTheirStatus') },
  { path: '/admin/charges', label: t('admin.charges'), description: t('admin.allCardCharges') },
  {
    path: '/admin/revenue',
    label: t('admin.revenue'),
    description: t('admin.revenueByInvoiceMonth'),
  },
] as const;

type Props = {
  path: (typeof tabs)[number]['path'];
  companyId: string | undefined;
  actions?: ReactNode;
  children: ReactNode;
};

/** Billing of all companies, or of the one chosen in the company list. */
export function BillingFrame({ companyId, ...page }: Props) {
  const navigate = useNavigate();
  const go = (to: Props['path']) => void navigate({ to, search: companyId ? { company: companyId } : {} });
  return <TabbedPage {...page} tabs={tabs} label={t('common.billing')} onPath={go} />;
}

/** Says that the list shows one company only, with a button that shows all again. */
export function OneCompany({ name, onAll }: { name: string | undefined; onAll: () => void }) {
  return (
    <Button variant="light" color="navy" size="compact-md" rightSection={<IconX size={14} aria-hidden />} onClick={onAll}>
      {name ? t('admin.onlyName', { name }) : t('admin.onlyOneCompany')}
    </Button>
  );
}
