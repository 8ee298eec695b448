import { Button } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { can } from '#shared/access/access.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { useMe } from '#web/use-me.ts';

/** Administrators come without a company of their own: whose settings they want to see is to be said first. */
export function ChooseCompany({ title }: { title: string }) {
  const me = useMe();
  const mayList = can(me.roles, 'company.list');
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        title="Choose a company"
        icon={<IconBuilding size={28} />}
        action={
          mayList ? (
            <Button renderRoot={(props) => <Link {...props} to="/admin/company-list" />}>Open company list</Button>
          ) : undefined
        }
      >
        Your account isn’t part of a company. Choose one to see this page.
      </EmptyState>
    </>
  );
}
