import { Burger, Button, Menu } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { type PortalId, portals, portalsOf, type Role, roles } from '#shared/access/access.ts';
import type { Me } from '#web/me.ts';
import { CompanyLogo } from '#web/ui/CompanyLogo.tsx';
import { adminRoles } from '#web/session.ts';
import styles from './PortalFrame.module.css';
import { UserMenu } from './UserMenu.tsx';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import { Link, useRouter } from '@tanstack/react-router';

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

type PortalSwitcherProps = {
  section: PortalId;
  held: readonly Role[];
  /** While impersonating, opening another portal ends that: so none is loaded before it is chosen. */
  isActing?: boolean;
};

/** "Portals": hidden with fewer than two; a super admin's carries a gradient (`spec: access §2`). */
function PortalSwitcher({ section, held, isActing = false }: PortalSwitcherProps) {
  const { routesByPath } = useRouter();
  const open = portalsOf(held).filter((portal) => portal.path in routesByPath);
  if (open.length < 2) return null;
  return (
    <Menu position="bottom-start" width={220} shadow="md">
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          className={styles.portals}
          data-super={held.includes(roles.superAdmin) || undefined}
          rightSection={<IconSelector size="1rem" aria-hidden />}
        >
          Portals
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {open.map(({ id, label, path }) => (
          <Menu.Item
            key={id}
            component={Link}
            to={path}
            preload={isActing ? false : undefined}
            aria-current={id === section ? 'true' : undefined}
            rightSection={id === section ? <IconCheck size="1rem" aria-hidden /> : null}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
