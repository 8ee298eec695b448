import { can, type Capability } from '#shared/access/access.ts';
import type { Me } from '#web/signed-in/me.ts';
import { t } from '#web/texts/app.ts';

/**
 * A `company` section is about the user's company or the one that an administrator chose. An `own` section is only about the
 * user's company, and a `person` section is about the user's account.
 */
type SectionOwner = 'company' | 'own' | 'person';
type Section = { path: string; label: string; owner: SectionOwner; capability?: Capability; isAvailableWhenCancelled?: true };

/** The sections in the order of the navigation. The settings open on the first one that the user can open. */
export const settingsSections = [
  {
    path: '/company/settings/company-settings',
    label: t('ui.company'),
    owner: 'company',
    capability: 'company.read',
    isAvailableWhenCancelled: true,
  },
  {
    path: '/company/settings/address-settings',
    label: t('common.address'),
    owner: 'company',
    capability: 'company.read',
    isAvailableWhenCancelled: true,
  },
  {
    path: '/company/settings/employees',
    label: t('common.employees'),
    owner: 'company',
    capability: 'employees.read',
    isAvailableWhenCancelled: true,
  },
  { path: '/company/settings/tags', label: t('common.tags'), owner: 'company', capability: 'applicants.read' },
  {
    path: '/company/settings/payment',
    label: t('common.payment'),
    owner: 'own',
    capability: 'payment.read',
    isAvailableWhenCancelled: true,
  },
  {
    path: '/company/settings/billing',
    label: t('common.billing'),
    owner: 'company',
    capability: 'payment.read',
    isAvailableWhenCancelled: true,
  },
  { path: '/company/settings/log', label: t('common.companyLog'), owner: 'company', capability: 'company.log' },
  { path: '/company/settings/notifications', label: t('common.notifications'), owner: 'own' },
  { path: '/company/settings/account-settings', label: t('common.yourAccount'), owner: 'person', isAvailableWhenCancelled: true },
  { path: '/company/settings/password', label: t('ui.password'), owner: 'person', isAvailableWhenCancelled: true },
] as const satisfies readonly Section[];

export type SettingsPath = (typeof settingsSections)[number]['path'];

type Viewer = Pick<Me, 'roles' | 'companyId' | 'companyStatus'>;

/**
 * Whether the role and the company's status allow the section. People of a cancelled company can open only a few
 * (`docs/product/companies.md#company-status`).
 */
function canOpenSection(section: Section, { roles, companyId, companyStatus }: Viewer): boolean {
  if (section.capability && !can(roles, section.capability)) return false;
  return section.isAvailableWhenCancelled === true || companyId === null || companyStatus !== 'Cancelled';
}

export const findSection = (pathname: string) =>
  settingsSections.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`));

export function mayOpenSettings(pathname: string, viewer: Viewer): boolean {
  const section = findSection(pathname);
  return section === undefined || canOpenSection(section, viewer);
}

/** Returns the sections for the navigation. `companyId` is the company that an administrator chose. */
export function getSections(viewer: Viewer, companyId: string | undefined) {
  return settingsSections.filter((section: Section) => {
    if (!canOpenSection(section, viewer)) return false;
    if (section.owner === 'person') return companyId === undefined;
    return section.owner === 'company'
      ? Boolean(companyId ?? viewer.companyId)
      : companyId === undefined && viewer.companyId !== null;
  });
}

/** Returns the path of the first section, which is the account section for people without a company. */
export function getFirstSettingsPath(viewer: Viewer, companyId?: string): SettingsPath {
  return getSections(viewer, companyId)[0]?.path ?? '/company/settings/account-settings';
}
