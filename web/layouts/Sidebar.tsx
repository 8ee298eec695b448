import { ActionIcon, Tooltip } from '@mantine/core';
import { type Icon, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconLogout } from '@tabler/icons-react';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { PortalId, Role } from '#shared/access/access.ts';
import { flags } from '#web/browser/flags.ts';
import { publicLink } from '#web/browser/language.ts';
import { t } from '#web/texts/app.ts';
import { Logo } from '#web/ui/Logo.tsx';
import { findCurrentItem, type NavigationItem, navigationFor } from './navigation.ts';
import styles from './Sidebar.module.css';
import { UnreadCount } from './UnreadCount.tsx';

type Props = {
  section: PortalId;
  userRoles: readonly Role[];
  /** How many conversations have unread messages. */
  unreadCount: number;
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
export function Sidebar({
  section,
  userRoles,
  unreadCount,
  isCollapsed = false,
  onToggle,
  onNavigate,
  onRecommend,
  onLogout,
}: Props) {
  const { routesByPath } = useRouter();
  const items = navigationFor(section, { userRoles, flags, isRoute: (path) => path in routesByPath });
  const activeLabel = useLocation({ select: ({ pathname }) => findCurrentItem(items, pathname)?.label });
  const linkProps = { activeLabel, unreadCount, isCollapsed, onNavigate, onRecommend };
  return (
    <aside className={styles.sidebar} aria-label={t('frames.sidebar')} data-collapsed={isCollapsed || undefined}>
      <div className={styles.head}>
        <Link to="/" className={styles.home} aria-label={t('frames.haulboardHome')}>
          <Logo isCompact={isCollapsed} tone="onDark" />
        </Link>
      </div>
      <nav className={styles.nav} aria-label={t('frames.main')}>
        {items.map((item) => (
          <NavigationLink key={item.label} item={item} {...linkProps} />
        ))}
        <ActionItem label={t('common.logOut')} icon={IconLogout} isCollapsed={isCollapsed} onClick={onLogout} />
      </nav>
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
  activeLabel: string | undefined;
  unreadCount: number;
  isCollapsed: boolean;
  onNavigate: (() => void) | undefined;
  onRecommend: () => void;
};

function NavigationLink({ item, activeLabel, unreadCount, isCollapsed, onNavigate, onRecommend }: NavigationLinkProps) {
  if ('dialog' in item) return <ActionItem label={item.label} icon={item.icon} isCollapsed={isCollapsed} onClick={onRecommend} />;
  const content = (
    <>
      <item.icon className={styles.icon} stroke={1.75} aria-hidden />
      <span className={styles.label}>{item.label}</span>
    </>
  );
  const accessibleName = isCollapsed ? item.label : undefined;
  if ('publicPath' in item)
    return (
      <Hint label={item.label} isCollapsed={isCollapsed}>
        <a href={publicLink(item.publicPath)} className={styles.item} aria-label={accessibleName}>
          {content}
        </a>
      </Hint>
    );
  return (
    <Hint label={item.label} isCollapsed={isCollapsed}>
      <Link
        to={item.path}
        className={styles.item}
        data-main={item.isMain || undefined}
        data-active={item.label === activeLabel || undefined}
        aria-label={accessibleName}
        onClick={onNavigate}
      >
        {content}
        {item.showsUnread ? <UnreadCount count={unreadCount} className={styles.unread} /> : null}
      </Link>
    </Hint>
  );
}

type ActionItemProps = { label: string; icon: Icon; isCollapsed: boolean; onClick: () => void };

/** An entry that opens a dialog. */
function ActionItem({ label, icon: ItemIcon, isCollapsed, onClick }: ActionItemProps) {
  return (
    <Hint label={label} isCollapsed={isCollapsed}>
      <button type="button" className={styles.item} onClick={onClick} aria-label={isCollapsed ? label : undefined}>
        <ItemIcon className={styles.icon} stroke={1.75} aria-hidden />
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
