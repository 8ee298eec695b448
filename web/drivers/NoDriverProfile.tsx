import { Button } from '@mantine/core';
import { IconSteeringWheel } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '#web/texts/app.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { EmptyState } from '#web/ui/States.tsx';

type Props = {
  /** The name of the subsection. */
  title: string;
  headline: string;
  children: ReactNode;
};

/**
 * A subsection of the members settings for staff, who can open it without being drivers
 * (`docs/product/drivers.md#members-home`).
 */
export function NoDriverProfile({ title, headline, children }: Props) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        title={headline}
        icon={<IconSteeringWheel size={28} />}
        action={
          <Button component={Link} to="/account" variant="default">
            {t('common.yourAccount')}
          </Button>
        }
      >
        {children}
      </EmptyState>
    </>
  );
}

/** The members area for staff, who have no driver data to show here. */
export function DriversOnly() {
  return (
    <>
      <PageHeader title={t('ui.driversPortal')} />
      <EmptyState title={t('driver.forDriversOnly')} icon={<IconSteeringWheel size={28} />}>
        {t('driver.forDriversOnlyHint')}
      </EmptyState>
    </>
  );
}
