import { type Icon, IconBell, IconLock, IconTrash, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import parts from '#web/ui/SectionNav.module.css';
import styles from './SettingsFrame.module.css';
import { t } from '#web/texts/app.ts';

type Subsection = { to: string; label: string; icon: Icon };

/** The subsections of the members settings (`docs/product/drivers.md#member-settings`). */
const subsections: readonly Subsection[] = [
  { to: '/members/settings', label: t('common.profile'), icon: IconUser },
  { to: '/members/settings/notifications', label: t('common.notifications'), icon: IconBell },
  { to: '/members/settings/reset-password', label: t('common.password'), icon: IconLock },
  { to: '/members/settings/delete-account', label: t('driver.deleteAccount'), icon: IconTrash },
];

/** The subsections next to the open one, or above it on small screens. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <nav aria-label={t('common.settings')} className={styles.nav}>
        {subsections.map(({ to, label, icon: SubsectionIcon }) => (
          <Link key={to} to={to} className={parts.item} activeOptions={{ exact: true }} activeProps={{ 'data-active': true }}>
            <SubsectionIcon size={18} stroke={1.75} aria-hidden />
            {label}
          </Link>
        ))}
      </nav>
      <div className={parts.content}>{children}</div>
    </div>
  );
}
