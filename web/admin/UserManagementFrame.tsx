import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import classes from './UserManagementFrame.module.css';

const base = '/admin/user-management';
const tabs = [
  { path: base, label: 'Applicants' },
  { path: `${base}/admins`, label: 'Admins' },
] as const;

/** `/admin/user-management`: the drivers who applied, and the staff accounts. */
export function UserManagementFrame() {
  const { pathname } = useLocation();
  const current = tabs.find(({ path }) => path === pathname)?.path ?? base;
  return (
    <>
      <PageHeader title="User Management" description="Drivers and admins." />
      <nav aria-label="User Management" className={classes.nav}>
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
