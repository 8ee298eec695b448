import { Link, useLocation, useRouter } from '@tanstack/react-router';
import type { PortalId, Role } from '#shared/access/access.ts';
import { flags } from '#web/browser/flags.ts';
import { publicLink } from '#web/browser/language.ts';
import { t } from '#web/texts/app.ts';
import styles from './BottomBar.module.css';
import { findCurrentItem, navigationFor } from './navigation.ts';
import { UnreadCount } from './UnreadCount.tsx';

type Props = { section: PortalId; userRoles: readonly Role[]; unreadCount: number };

/** The section's most used screens at the bottom of a phone. The menu has all of them. */
export function BottomBar({ section, userRoles, unreadCount }: Props) {
  const { routesByPath } = useRouter();
  const items = navigationFor(section, { userRoles, flags, isRoute: (path) => path in routesByPath });
  const activeLabel = useLocation({ select: ({ pathname }) => findCurrentItem(items, pathname)?.label });
  const barItems = items.filter(({ isInBar }) => isInBar);
  if (barItems.length < 2) return null;
  return (
    <nav className={styles.bar} aria-label={t('frames.quickLinks')}>
      {barItems.map((item) => {
        if ('dialog' in item) return null;
        const content = (
          <>
            {/* Screen readers read the label before the count, as in the menu. */}
            <span className={styles.label}>{item.barLabel ?? item.label}</span>
            <span className={styles.picture}>
              <item.icon className={styles.icon} stroke={1.75} aria-hidden />
              {'showsUnread' in item && item.showsUnread ? <UnreadCount count={unreadCount} className={styles.unread} /> : null}
            </span>
          </>
        );
        return 'publicPath' in item ? (
          <a key={item.label} href={publicLink(item.publicPath)} className={styles.item}>
            {content}
          </a>
        ) : (
          <Link
            key={item.label}
            to={item.path}
            className={styles.item}
            aria-current={item.label === activeLabel ? 'page' : undefined}
          >
            {content}
          </Link>
        );
      })}
    </nav>
  );
}
