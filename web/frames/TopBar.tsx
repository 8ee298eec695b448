import { Burger } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { type PortalId, portals } from '#shared/access/access.ts';
import type { Me } from '#web/me.ts';
import { CompanyLogo } from '#web/company/CompanyLogo.tsx';
import { adminRoles } from '#web/session.ts';
import styles from './PortalFrame.module.css';
import { PortalSwitcher } from './PortalSwitcher.tsx';
import { UserMenu } from './UserMenu.tsx';

const Bell = lazy(async () => ({ default: (await import('#web/notifications/Bell.tsx')).Bell }));

type Props = {
  section: PortalId;
  me: Me;
  picker?: ReactNode;
  /** Next to the company, instead of the section's name: the search of `newLayout`. */
  lead?: ReactNode;
  onMenu: () => void;
  onLogout: () => void;
};

export function TopBar({ section, me, picker, lead, onMenu, onLogout }: Props) {
  const isActing = me.impersonatorId !== null;
  return (
    <header className={styles.bar}>
      <Burger className={styles.menu} size="sm" aria-label="Open menu" onClick={onMenu} />
      {section === 'company' && me.companyName ? (
        <div className={styles.company}>
          {me.companyLogo ? <CompanyLogo src={me.companyLogo} size="medium" /> : null}
          <span className={styles.companyName} title={me.companyName}>
            {me.companyName}
          </span>
        </div>
      ) : lead ? null : (
        <span className={styles.here}>{portals.find((portal) => portal.id === section)?.label}</span>
      )}
      {lead}
      <PortalSwitcher section={section} held={isActing ? adminRoles() : me.roles} isActing={isActing} />
      {picker}
      <div className={styles.room} />
      {me.companyId && section === 'company' && me.companyStatus !== 'Cancelled' ? (
        <Suspense fallback={null}>
          <Bell />
        </Suspense>
      ) : null}
      <UserMenu me={me} onLogout={onLogout} />
    </header>
  );
}
