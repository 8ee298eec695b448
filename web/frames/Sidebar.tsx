import { ActionIcon, Tooltip } from '@mantine/core';
import { type Icon, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconLogout } from '@tabler/icons-react';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { PortalId, Role } from '#shared/access/access.ts';
import { flags } from '#web/flags.ts';
import { Logo } from '#web/ui/Logo.tsx';
import { currentOf, type NavigationItem, navigationFor } from './navigation.ts';
import styles from './Sidebar.module.css';
import { t } from '#web/texts/app.ts';

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

/**
 * The navigation of a section (`docs/product/screens.md#sidebars`): 16rem wide, 5.5rem when collapsed, in a drawer below
 * 768 px.
 */
export function Sidebar({ section, held: userRoles, isCollapsed = false, onToggle, onNavigate, onRecommend, onLogout }: Props) {
  const { routesByPath } = useRouter();
  const items = navigationFor(section, { held: userRoles, flags, isRoute: (path) => path in routesByPath });
  const active = useLocation({ select: ({ pathname }) => currentOf(items, pathname)?.label });
  const linkProps = { active, isCollapsed, onNavigate, onRecommend };
  const separateItems = items.filter(({ isApart }) => isApart);
  return (
    <aside className={styles.sidebar} aria-label={t('frames.sidebar')} data-collapsed={isCollapsed || undefined}>
      <div className={styles.head}>
        <Link to="/" className={styles.home} aria-label={t('frames.haulboardHome')}>
          <Logo isCompact={isCollapsed} tone="onDark" />
        </Link>
      </div>
      <nav className={styles.nav} aria-label={t('frames.main')}>
        {items.map((item) => (item.isApart ? null : <NavigationLink key={item.label} item={item} {...linkProps} />))}
        <Act label={t('frames.logOut')} icon={IconLogout} isCollapsed={isCollapsed} onClick={onLogout} />
      </nav>
      {separateItems.length > 0 ? (
        <nav className={`${styles.nav} ${styles.apart}`} aria-label={t('frames.moreScreens')}>
          {separateItems.map((item) => (
            <NavigationLink key={item.label} item={item} {...linkProps} />
          ))}
        </nav>
      ) : null}
      {onToggle && (
        <ActionIcon
          className={styles.toggle}
          variant="transparent"
          size="lg"
          aria-label={isCollapsed ? t('frames.expandSidebar') : t('frames.collapseSidebar')}
          aria-expanded={!isCollapsed}
          onClick={onToggle}
        >
          {isCollapsed ? <IconLayoutSidebarLeftExpand stroke={1.75} /> : <IconLayoutSidebarLeftCollapse stroke={1.75} />}
        </ActionIcon>
      )}
    </aside>
  );
}

type NavigationLinkProps = {
  item: NavigationItem;
  /** The label of the current entry. */
  active: string | undefined;
  isCollapsed: boolean;
  onNavigate: (() => void) | undefined;
  onRecommend: () => void;
};

function NavigationLink({ item, active, isCollapsed, onNavigate, onRecommend }: NavigationLinkProps) {
  if (!('path' in item)) return <Act label={item.label} icon={item.icon} isCollapsed={isCollapsed} onClick={onRecommend} />;
  return (
    <Hint label={item.label} isCollapsed={isCollapsed}>
      <Link
        to={item.path}
        className={styles.item}
        data-main={item.isMain || undefined}
        data-active={item.label === active || undefined}
        aria-label={isCollapsed ? item.label : undefined}
        onClick={onNavigate}
      >
        <item.icon className={styles.icon} stroke={1.75} aria-hidden />
        <span className={styles.label}>{item.label}</span>
      </Link>
    </Hint>
  );
}

type ActProps = { label: string; icon: Icon; isCollapsed: boolean; onClick: () => void };

/** An entry that opens a dialog. */
function Act({ label, icon: Sign, isCollapsed, onClick }: ActProps) {
  return (
    <Hint label={label} isCollapsed={isCollapsed}>
      <button type="button" className={styles.item} onClick={onClick} aria-label={isCollapsed ? label : undefined}>
        <Sign className={styles.icon} stroke={1.75} aria-hidden />
        <span className={styles.label}>{label}</span>
      </button>
    </Hint>
  );
}

/** A tooltip with the label, for entries that show only an icon. */
function Hint({ label, isCollapsed, children }: { label: string; isCollapsed: boolean; children: ReactElement }) {
  if (!isCollapsed) return children;
  return (
    <Tooltip label={label} position="right">
      {children}
    </Tooltip>
  );
}
