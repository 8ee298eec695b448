import { Button } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { can } from '#shared/access.ts';
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
        title="Choose a company first"
        icon={<IconBuilding size={28} />}
        action={
          mayList ? (
            <Button renderRoot={(props) => <Link {...props} to="/admin/company-list" />}>Open the company list</Button>
          ) : undefined
        }
      >
        You work for no company yourself, so there is nothing to show here until you choose one.
      </EmptyState>
    </>
  );
}
