import { Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageHeader } from '#web/ui/PageHeader.tsx';

const tabs = [
  { path: '/admin/invoices', label: 'Invoices', description: 'What every company was billed, and what became of it.' },
  { path: '/admin/charges', label: 'Charges', description: 'Each attempt to take money from a card, with its outcome.' },
] as const;

type Props = {
  path: (typeof tabs)[number]['path'];
  companyId: string | undefined;
  actions?: ReactNode;
  children: ReactNode;
};

/** The money of all companies, or of the one that was chosen in the company list. */
export function BillingFrame({ path, companyId, actions, children }: Props) {
  const navigate = useNavigate();
  const tab = tabs.find((one) => one.path === path) ?? tabs[0];
  return (
    <>
      <PageHeader title={tab.label} description={tab.description} actions={actions} />
      <Tabs
        value={path}
        onChange={(next) => {
          const to = tabs.find((one) => one.path === next)?.path;
          if (to) void navigate({ to, search: companyId ? { company: companyId } : {} });
        }}
      >
        <Tabs.List mb="lg" aria-label="Billing">
          {tabs.map(({ path: to, label }) => (
            <Tabs.Tab key={to} value={to}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={path}>{children}</Tabs.Panel>
      </Tabs>
    </>
  );
}
