import { ActionIcon, Tooltip } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconLogout } from '@tabler/icons-react';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import type { PortalId } from '#shared/access.ts';
import { Logo } from '#web/ui/Logo.tsx';
import { navigation } from './navigation.ts';
import styles from './Sidebar.module.css';

type Props = {
  section: PortalId;
  isCollapsed?: boolean;
  /** Absent in the phone's drawer, which does not collapse. */
  onToggle?: () => void;
  onNavigate?: () => void;
  onLogout: () => void;
};

export function Sidebar({ section, isCollapsed = false, onToggle, onNavigate, onLogout }: Props) {
  const { routesByPath } = useRouter();
  const items = navigation[section].filter((item) => item.path in routesByPath);
  const activePath = useLocation({ select: ({ pathname }) => longestMatch(items, pathname) });
  return (
    <nav className={styles.sidebar} aria-label="Main" data-collapsed={isCollapsed || undefined}>
      <div className={styles.head}>
        <Link to="/" className={styles.home} aria-label="Haulboard, start page">
          <Logo isCompact={isCollapsed} tone="onDark" />
        </Link>
      </div>
      <div className={styles.nav}>
        {items.map(({ label, path, icon: Icon, isMain }) => (
          <Tooltip key={path} label={label} position="right" disabled={!isCollapsed}>
            <Link
              to={path}
              className={styles.item}
              data-main={isMain || undefined}
              data-active={path === activePath || undefined}
              aria-label={isCollapsed ? label : undefined}
              onClick={onNavigate}
            >
              <Icon className={styles.icon} stroke={1.75} aria-hidden />
              <span className={styles.label}>{label}</span>
            </Link>
          </Tooltip>
        ))}
        <Tooltip label="Log out" position="right" disabled={!isCollapsed}>
          <button type="button" className={styles.item} onClick={onLogout} aria-label={isCollapsed ? 'Log out' : undefined}>
            <IconLogout className={styles.icon} stroke={1.75} aria-hidden />
            <span className={styles.label}>Log out</span>
          </button>
        </Tooltip>
      </div>
      {onToggle && (
        <ActionIcon
          className={styles.toggle}
          variant="transparent"
          size="lg"
          aria-label={isCollapsed ? 'Expand sidebar' : 'Collapse sidebar'}
          aria-expanded={!isCollapsed}
          onClick={onToggle}
        >
          {isCollapsed ? <IconLayoutSidebarLeftExpand stroke={1.75} /> : <IconLayoutSidebarLeftCollapse stroke={1.75} />}
        </ActionIcon>
      )}
    </nav>
  );
}

/** Of nested paths only the innermost entry is the current one. */
function longestMatch(items: readonly { path: string }[], pathname: string): string | undefined {
  const matching = items.filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
  return matching.toSorted((a, b) => b.path.length - a.path.length)[0]?.path;
}
