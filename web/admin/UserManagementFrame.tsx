import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { t } from '#web/texts/app.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import classes from './admin.module.css';

const basePath = '/admin/user-management';
const tabs = [
  { path: basePath, label: t('common.applicants') },
  { path: `${basePath}/admins`, label: t('admin.admins') },
] as const;

/** `/admin/user-management`: the drivers who applied, and the staff accounts. */
export function UserManagementFrame() {
  const { pathname } = useLocation();
  const activePath = tabs.find(({ path }) => path === pathname)?.path ?? basePath;
  return (
    <>
      <PageHeader title={t('common.userManagement')} description={t('admin.userManagementDescription')} />
      <nav aria-label={t('common.userManagement')} className={classes.nav}>
        {tabs.map(({ path, label }) => (
          <Link
            key={path}
            to={path}
            className={classes.tab}
            data-active={path === activePath || undefined}
            aria-current={path === activePath ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      <Outlet />
    </>
  );
}
