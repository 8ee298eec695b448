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
import { CompanyBreadcrumb } from '#web/company/CompanyBreadcrumb.tsx';
import { useMe } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { EmptyState } from '#web/ui/States.tsx';
import uiStyles from '#web/ui/ui.module.css';
import { findSection, getSections, type SettingsPath } from './sections.ts';
import styles from './SettingsFrame.module.css';

const sectionIcons: Record<SettingsPath, Icon> = {
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
  /** The company that an administrator chose. It is undefined for the user's own company. */
  companyId: string | undefined;
  children: ReactNode;
};

/** Shows the settings' sections next to the open one, or as a select above it on small screens. */
export function SettingsFrame({ companyId, children }: Props) {
  const me = useMe();
  const navigate = useNavigate();
  const currentSection = useLocation({ select: ({ pathname }) => findSection(pathname) });
  const currentPath = currentSection?.path;
  const sections = getSections(me, companyId);
  /** Until an administrator has chosen a company, the open section may be missing from the list. */
  const selectableSections = currentSection && !sections.includes(currentSection) ? [currentSection, ...sections] : sections;
  const search = companyId ? { company: companyId } : {};
  return (
    <div className={styles.frame}>
      {companyId && can(me.roles, 'company.list') ? (
        <div className={styles.companyBreadcrumb}>
          <CompanyBreadcrumb companyId={companyId} />
        </div>
      ) : null}
      {sections.length > 1 ? (
        <>
          <NativeSelect
            className={styles.select}
            label={t('common.settings')}
            value={currentPath}
            data={selectableSections.map(({ path, label }) => ({ value: path, label }))}
            onChange={(event) => void navigate({ to: event.currentTarget.value as SettingsPath, search })}
          />
          <nav aria-label={t('common.settings')} className={styles.nav}>
            {sections.map(({ path, label }) => {
              const SectionIcon = sectionIcons[path];
              return (
                <Link
                  key={path}
                  to={path}
                  search={search}
                  className={uiStyles.item}
                  data-active={path === currentPath || undefined}
                  aria-current={path === currentPath ? 'page' : undefined}
                >
                  <SectionIcon size={18} stroke={1.75} aria-hidden />
                  {label}
                </Link>
              );
            })}
          </nav>
        </>
      ) : null}
      <div className={uiStyles.content}>
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
            {t('settings.companyWasCancelledExplained')}
          </Alert>
        ) : null}
        {children}
      </div>
    </div>
  );
}

/** Asks administrators to choose a company, because they have none of their own. */
export function ChooseCompanyNotice({ title }: { title: string }) {
  const me = useMe();
  const mayListCompanies = can(me.roles, 'company.list');
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        title={t('common.chooseACompany')}
        icon={<IconBuilding size={28} />}
        action={
          mayListCompanies ? (
            <Button renderRoot={(props) => <Link {...props} to="/admin/company-list" />}>{t('settings.openCompanyList')}</Button>
          ) : undefined
        }
      >
        {t('settings.noCompanyHint')}
      </EmptyState>
    </>
  );
}
