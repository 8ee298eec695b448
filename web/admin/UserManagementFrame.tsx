import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import classes from './admin.module.css';
import { t } from '#web/texts/app.ts';

const base = '/admin/user-management';
const tabs = [
  { path: base, label: t('common.applicants') },
  { path: `${base}/admins`, label: t('admin.admins') },
] as const;

/** `/admin/user-management`: the drivers who applied, and the staff accounts. */
export function UserManagementFrame() {
  const { pathname } = useLocation();
  const current = tabs.find(({ path }) => path === pathname)?.path ?? base;
  return (
    <>
      <PageHeader title={t('admin.userManagement')} description={t('admin.driversAndAdmins')} />
      <nav aria-label={t('admin.userManagement')} className={classes.nav}>
        {tabs.map(({ path, label }) => (
          <Link
            key={path}
            to={path}
            className={classes.tab}
            data-active={path === current || undefined}
            aria-current={path === current ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      <Outlet />
    </>
  );
}
