import { Button, Menu } from '@mantine/core';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import { Link, useRouter } from '@tanstack/react-router';
import { type PortalId, portalsOf, type Role, roles } from '#shared/access/access.ts';
import styles from './PortalFrame.module.css';

type Props = {
  section: PortalId;
  held: readonly Role[];
  /** While impersonating, opening another portal ends that: so none is loaded before it is chosen. */
  isActing?: boolean;
};

/** "Portals": hidden with fewer than two; a super admin's carries a gradient (`spec: access §2`). */
export function PortalSwitcher({ section, held, isActing = false }: Props) {
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
