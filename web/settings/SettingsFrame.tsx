import { Alert, NativeSelect, Button } from '@mantine/core';
import {
  type Icon,
  IconBell,
  IconBuilding,
  IconCreditCard,
  IconHistory,
  IconLock,
  IconMapPin,
  IconReceipt,
  IconTags,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { can } from '#shared/access/access.ts';
import parts from '#web/ui/ui.module.css';
import { useMe } from '#web/use-me.ts';
import { sectionAt, settingsFor, type SettingsPath } from './sections.ts';
import styles from './SettingsFrame.module.css';
import { WhoseCompany } from '#web/company/WhoseCompany.tsx';
import { EmptyState } from '#web/ui/States.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { t } from '#web/texts/app.ts';

const icons: Record<SettingsPath, Icon> = {
  '/company/settings/company-settings': IconBuilding,
  '/company/settings/address-settings': IconMapPin,
  '/company/settings/employees': IconUsers,
  '/company/settings/tags': IconTags,
  '/company/settings/payment': IconCreditCard,
  '/company/settings/billing': IconReceipt,
  '/company/settings/log': IconHistory,
  '/company/settings/notifications': IconBell,
  '/company/settings/account-settings': IconUser,
  '/company/settings/password': IconLock,
};

type Props = {
  /** Another company than the person's own, which an administrator chose. */
  companyId: string | undefined;
  children: ReactNode;
};

/** The layout of the settings: the sections next to the open one, or a select above it on small screens. */
export function SettingsFrame({ companyId, children }: Props) {
  const me = useMe();
  const navigate = useNavigate();
  const currentSection = useLocation({ select: ({ pathname }) => sectionAt(pathname) });
  const current = currentSection?.path;
  const sections = settingsFor(me, companyId);
  /** An open section may be missing from the list, before an administrator has chosen a company. */
  const choices = currentSection && !sections.includes(currentSection) ? [currentSection, ...sections] : sections;
  const search = companyId ? { company: companyId } : {};
  return (
    <div className={styles.frame}>
      {companyId && can(me.roles, 'company.list') ? (
        <div className={styles.whose}>
          <WhoseCompany companyId={companyId} />
        </div>
      ) : null}
      {sections.length > 1 ? (
        <>
          <NativeSelect
            className={styles.select}
            label={t('common.settings')}
            value={current}
            data={choices.map(({ path, label }) => ({ value: path, label }))}
            onChange={(event) => void navigate({ to: event.currentTarget.value as SettingsPath, search })}
          />
          <nav aria-label={t('common.settings')} className={styles.nav}>
            {sections.map(({ path, label }) => {
              const Sign = icons[path];
              return (
                <Link
                  key={path}
                  to={path}
                  search={search}
                  className={parts.item}
                  data-active={path === current || undefined}
                  aria-current={path === current ? 'page' : undefined}
                >
                  <Sign size={18} stroke={1.75} aria-hidden />
                  {label}
                </Link>
              );
            })}
          </nav>
        </>
      ) : null}
      <div className={parts.content}>
        {me.companyStatus === 'Cancelled' ? (
          <Alert
            color="red"
            title={
              me.companyName
                ? t('settings.companyWasCancelled', { companyName: me.companyName })
                : t('settings.yourCompanyWasCancelled')
            }
            mb="lg"
          >
            {t('settings.itsJobsNoLongerPublic')}
          </Alert>
        ) : null}
        {children}
      </div>
    </div>
  );
}

/** Administrators have no company of their own, so they choose whose settings to see. */
export function ChooseCompany({ title }: { title: string }) {
  const me = useMe();
  const mayList = can(me.roles, 'company.list');
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        title={t('common.chooseACompany')}
        icon={<IconBuilding size={28} />}
        action={
          mayList ? (
            <Button renderRoot={(props) => <Link {...props} to="/admin/company-list" />}>{t('settings.openCompanyList')}</Button>
          ) : undefined
        }
      >
        {t('settings.yourAccountIsntPartCompany')}
      </EmptyState>
    </>
  );
}
