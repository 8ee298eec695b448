import { can, type Capability } from '#shared/access/access.ts';
import type { Me } from '#web/me.ts';
import { t } from '#web/texts/app.ts';

/**
 * `company`: for the user's company or one that an administrator chose. `own`: for the user's company only. `person`: for the
 * account.
 */
type SectionOwner = 'company' | 'own' | 'person';
type Section = { path: string; label: string; of: SectionOwner; capability?: Capability; evenIfCancelled?: true };

/** The sections of the settings. The settings open on the first. */
export const settingsSections = [
  {
    path: '/company/settings/company-settings',
    label: t('common.company'),
    of: 'company',
    capability: 'company.read',
    evenIfCancelled: true,
  },
  {
    path: '/company/settings/address-settings',
    label: t('common.address'),
    of: 'company',
    capability: 'company.read',
    evenIfCancelled: true,
  },
  {
    path: '/company/settings/employees',
    label: t('common.employees'),
    of: 'company',
    capability: 'employees.read',
    evenIfCancelled: true,
  },
  { path: '/company/settings/tags', label: t('common.tags'), of: 'company', capability: 'applicants.read' },
  { path: '/company/settings/payment', label: t('common.payment'), of: 'own', capability: 'payment.read', evenIfCancelled: true },
  {
    path: '/company/settings/billing',
    label: t('common.billing'),
    of: 'company',
    capability: 'payment.read',
    evenIfCancelled: true,
  },
  { path: '/company/settings/log', label: t('common.companyLog'), of: 'company', capability: 'company.log' },
  { path: '/company/settings/notifications', label: t('common.notifications'), of: 'own' },
  { path: '/company/settings/account-settings', label: t('common.yourAccount'), of: 'person', evenIfCancelled: true },
  { path: '/company/settings/password', label: t('common.password'), of: 'person', evenIfCancelled: true },
] as const satisfies readonly Section[];

export type SettingsPath = (typeof settingsSections)[number]['path'];

type Viewer = Pick<Me, 'roles' | 'companyId' | 'companyStatus'>;

/**
 * Whether the role and the company's status allow the section. People of a cancelled company can open only a few
 * (`docs/product/companies.md#company-status`).
 */
function isOpen(section: Section, { roles, companyId, companyStatus }: Viewer): boolean {
  if (section.capability && !can(roles, section.capability)) return false;
  return section.evenIfCancelled === true || companyId === null || companyStatus !== 'Cancelled';
}

export const sectionAt = (pathname: string) =>
  settingsSections.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`));

export function mayOpenSettings(pathname: string, viewer: Viewer): boolean {
  const section = sectionAt(pathname);
  return section === undefined || isOpen(section, viewer);
}

/** The sections in the navigation. `chosen` is the company that an administrator chose. */
export function settingsFor(viewer: Viewer, companyId: string | undefined) {
  return settingsSections.filter((section: Section) => {
    if (!isOpen(section, viewer)) return false;
    if (section.of === 'person') return companyId === undefined;
    return section.of === 'company'
      ? Boolean(companyId ?? viewer.companyId)
      : companyId === undefined && viewer.companyId !== null;
  });
}

/** The section that the settings open on: the company's, or the account's for people without a company. */
export function firstSettings(viewer: Viewer, companyId?: string): SettingsPath {
  return settingsFor(viewer, companyId)[0]?.path ?? '/company/settings/account-settings';
}
