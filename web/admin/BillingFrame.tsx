import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '#web/texts/app.ts';
import { TabbedPage } from '#web/ui/PageHeader.tsx';

const tabs = [
  { path: '/admin/invoices', label: t('common.invoices'), description: t('admin.invoicesDescription') },
  { path: '/admin/charges', label: t('admin.charges'), description: t('admin.chargesDescription') },
  {
    path: '/admin/revenue',
    label: t('admin.revenue'),
    description: t('admin.revenueDescription'),
  },
] as const;

type Props = {
  path: (typeof tabs)[number]['path'];
  companyId: string | undefined;
  actions?: ReactNode;
  children: ReactNode;
};

/** The tabs of the billing pages, for all companies or for the one chosen in the company list. */
export function BillingFrame({ companyId, ...pageProps }: Props) {
  const navigate = useNavigate();
  const openTab = (path: Props['path']) => void navigate({ to: path, search: companyId ? { company: companyId } : {} });
  return <TabbedPage {...pageProps} tabs={tabs} label={t('common.billing')} onPath={openTab} />;
}

/** Names the only company that the list shows. Pressing it shows all companies again. */
export function CompanyFilterButton({ name, onShowAll }: { name: string | undefined; onShowAll: () => void }) {
  return (
    <Button variant="light" color="navy" size="compact-md" rightSection={<IconX size={14} aria-hidden />} onClick={onShowAll}>
      {name ? t('admin.onlyNamedCompany', { name }) : t('admin.onlyOneCompany')}
    </Button>
  );
}
