import { ActionIcon, Tooltip } from '@mantine/core';
import { type Icon, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconLogout } from '@tabler/icons-react';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import type { PortalId, Role } from '#shared/access.ts';
import { flags } from '#web/flags.ts';
import { Logo } from '#web/ui/Logo.tsx';
import { navigationFor } from './navigation.ts';
import styles from './Sidebar.module.css';

type Props = {
  section: PortalId;
  held: readonly Role[];
  isCollapsed?: boolean;
  /** Absent in the phone's drawer, which does not collapse. */
  onToggle?: () => void;
  onNavigate?: () => void;
  onRecommend: () => void;
  onLogout: () => void;
};

/** The way around a section (`spec: access §2`): 16rem wide, 5.5rem when collapsed, in a drawer below 768. */
export function Sidebar({ section, held, isCollapsed = false, onToggle, onNavigate, onRecommend, onLogout }: Props) {
  const { routesByPath } = useRouter();
  const items = navigationFor(section, { held, flags, isRoute: (path) => path in routesByPath });
  const paths = items.flatMap((item) => ('path' in item ? item.path : []));
  const activePath = useLocation({ select: ({ pathname }) => longestMatch(paths, pathname) });
  return (
    <nav className={styles.sidebar} aria-label="Main" data-collapsed={isCollapsed || undefined}>
      <div className={styles.head}>
        <Link to="/" className={styles.home} aria-label="Haulboard, start page">
          <Logo isCompact={isCollapsed} tone="onDark" />
        </Link>
      </div>
      <div className={styles.nav}>
        {items.map((item) =>
          'path' in item ? (
            <Tooltip key={item.label} label={item.label} position="right" disabled={!isCollapsed}>
              <Link
                to={item.path}
                className={styles.item}
                data-main={item.isMain || undefined}
                data-active={item.path === activePath || undefined}
                aria-label={isCollapsed ? item.label : undefined}
                onClick={onNavigate}
              >
                <item.icon className={styles.icon} stroke={1.75} aria-hidden />
                <span className={styles.label}>{item.label}</span>
              </Link>
            </Tooltip>
          ) : (
            <Act key={item.label} label={item.label} icon={item.icon} isCollapsed={isCollapsed} onClick={onRecommend} />
          ),
        )}
        <Act label="Log out" icon={IconLogout} isCollapsed={isCollapsed} onClick={onLogout} />
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

type ActProps = { label: string; icon: Icon; isCollapsed: boolean; onClick: () => void };

/** An entry that opens a dialog where one is. */
function Act({ label, icon: Sign, isCollapsed, onClick }: ActProps) {
  return (
    <Tooltip label={label} position="right" disabled={!isCollapsed}>
      <button type="button" className={styles.item} onClick={onClick} aria-label={isCollapsed ? label : undefined}>
        <Sign className={styles.icon} stroke={1.75} aria-hidden />
        <span className={styles.label}>{label}</span>
      </button>
    </Tooltip>
  );
}

/** Of nested paths only the innermost entry is the current one. */
function longestMatch(paths: readonly string[], pathname: string): string | undefined {
  const matching = paths.filter((path) => pathname === path || pathname.startsWith(`${path}/`));
  return matching.toSorted((one, other) => other.length - one.length)[0];
}
