import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core';
import { type Icon, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconLogout } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { PortalId, Role } from '#shared/access/access.ts';
import { flags } from '#web/flags.ts';
import { trpc } from '#web/trpc.ts';
import { useMe } from '#web/use-me.ts';
import { Logo } from '#web/ui/Logo.tsx';
import { findCurrentItem, type NavigationItem, navigationFor } from './navigation.ts';
import styles from './Sidebar.module.css';
import { t } from '#web/texts/app.ts';

type Props = {
  section: PortalId;
  userRoles: readonly Role[];
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
export function Sidebar({ section, userRoles, isCollapsed = false, onToggle, onNavigate, onRecommend, onLogout }: Props) {
  const { routesByPath } = useRouter();
  const items = navigationFor(section, { userRoles, flags, isRoute: (path) => path in routesByPath });
  const activeLabel = useLocation({ select: ({ pathname }) => findCurrentItem(items, pathname)?.label });
  const linkProps = { activeLabel, isCollapsed, onNavigate, onRecommend };
  const separateItems = items.filter(({ isSeparated }) => isSeparated);
  return (
    <aside className={styles.sidebar} aria-label={t('frames.sidebar')} data-collapsed={isCollapsed || undefined}>
      <div className={styles.head}>
        <Link to="/" className={styles.home} aria-label={t('frames.haulboardHome')}>
          <Logo isCompact={isCollapsed} tone="onDark" />
        </Link>
      </div>
      <nav className={styles.nav} aria-label={t('frames.main')}>
        {items.map((item) => (item.isSeparated ? null : <NavigationLink key={item.label} item={item} {...linkProps} />))}
        <ActionItem label={t('frames.logOut')} icon={IconLogout} isCollapsed={isCollapsed} onClick={onLogout} />
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
  activeLabel: string | undefined;
  isCollapsed: boolean;
  onNavigate: (() => void) | undefined;
  onRecommend: () => void;
};

function NavigationLink({ item, activeLabel, isCollapsed, onNavigate, onRecommend }: NavigationLinkProps) {
  if (!('path' in item))
    return <ActionItem label={item.label} icon={item.icon} isCollapsed={isCollapsed} onClick={onRecommend} />;
  return (
    <Hint label={item.label} isCollapsed={isCollapsed}>
      <Link
        to={item.path}
        className={styles.item}
        data-main={item.isMain || undefined}
        data-active={item.label === activeLabel || undefined}
        aria-label={isCollapsed ? item.label : undefined}
        onClick={onNavigate}
      >
        <item.icon className={styles.icon} stroke={1.75} aria-hidden />
        <span className={styles.label}>{item.label}</span>
        {item.unreadSide ? <UnreadCount side={item.unreadSide} /> : null}
      </Link>
    </Hint>
  );
}

const unreadPollMs = 60_000;

/** How many conversations have unread messages. */
function UnreadCount({ side }: { side: 'company' | 'driver' }) {
  const { companyId } = useMe();
  const companyUnread = useQuery({
    ...trpc.messages.unreadCount.queryOptions({}),
    enabled: side === 'company' && companyId !== null,
    refetchInterval: unreadPollMs,
  });
  const driverUnread = useQuery({
    ...trpc.messages.myUnreadCount.queryOptions(),
    enabled: side === 'driver',
    refetchInterval: unreadPollMs,
  });
  const { count = 0 } = (side === 'company' ? companyUnread : driverUnread).data ?? {};
  if (count === 0) return null;
  return (
    <span className={styles.unread}>
      {count > 99 ? '99+' : count}
      <VisuallyHidden> {t('frames.unread')}</VisuallyHidden>
    </span>
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
