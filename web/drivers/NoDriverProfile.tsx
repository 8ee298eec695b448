import { Button } from '@mantine/core';
import { IconSteeringWheel } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';

type Props = {
  /** The subsection's name. */
  title: string;
  headline: string;
  children: ReactNode;
};

/** A subsection of the members settings as staff see it, who may read them without being drivers (`spec: access §2`). */
export function NoDriverProfile({ title, headline, children }: Props) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        title={headline}
        icon={<IconSteeringWheel size={28} />}
        action={
          <Button component={Link} to="/account" variant="default">
            Your account
          </Button>
        }
      >
        {children}
      </EmptyState>
    </>
  );
}

/** The drivers' portal as staff see it: what stands here is each driver's own. */
export function DriversOnly() {
  return (
    <>
      <PageHeader title="Drivers Portal" />
      <EmptyState title="For drivers only" icon={<IconSteeringWheel size={28} />}>
        This page shows a driver’s applications and profile. Your account isn’t a driver account.
      </EmptyState>
    </>
  );
}
