import {
  type Icon,
  IconAd2,
  IconBriefcase,
  IconBroadcast,
  IconBuilding,
  IconChartBar,
  IconHeartHandshake,
  IconHistory,
  IconHome,
  IconMessages,
  IconNews,
  IconPlus,
  IconReceipt,
  IconSettings,
  IconShieldLock,
  IconUsers,
} from '@tabler/icons-react';
import { mayOpen, type PortalId, type Role } from '#shared/access/access.ts';
import type { Flag, Flags } from '#shared/flags.ts';
import { t } from '#web/texts/app.ts';

type Entry = {
  label: string;
  icon: Icon;
  /** The section's main action. */
  isMain?: boolean;
  flag?: Flag;
  /** An entry beyond the fixed list, shown apart below it. */
  isApart?: boolean;
};
type LinkEntry = Entry & {
  path: string;
  /** Other paths that belong to the entry. */
  also?: readonly string[];
};
/** Opens a dialog on the current screen. */
type DialogEntry = Entry & { dialog: 'recommend' };

export type NavigationItem = LinkEntry | DialogEntry;

const recommend: DialogEntry = { label: t('frames.recommend'), dialog: 'recommend', icon: IconHeartHandshake };

/** The channels in the admin area, for news staff only. An administrator with a news role has them among the admin screens. */
const manageChannels: LinkEntry = {
  label: t('frames.manageChannels'),
  path: '/admin/channels',
  icon: IconBroadcast,
  flag: 'channels',
  isApart: true,
};

/**
 * The sidebar of each section (`docs/product/screens.md#sidebars`). `Log out` follows the list, and further screens are
 * shown apart.
 */
const navigation: Record<PortalId, readonly NavigationItem[]> = {
  admin: [
    { label: t('frames.companyList'), path: '/admin/company-list', also: ['/admin/companies'], icon: IconBuilding },
    { label: t('frames.userManagement'), path: '/admin/user-management', icon: IconUsers },
    {
      label: t('common.invoices'),
      path: '/admin/invoices',
      also: ['/admin/charges', '/admin/revenue'],
      icon: IconReceipt,
      isApart: true,
    },
    { label: t('frames.messages'), path: '/admin/messages', icon: IconMessages, isApart: true },
    { label: t('frames.audit'), path: '/admin/audit', icon: IconHistory, isApart: true },
    { label: t('frames.securityEvents'), path: '/admin/security', icon: IconShieldLock, isApart: true },
    manageChannels,
  ],
  company: [
    { label: t('frames.createNewJob'), path: '/company/jobs/new', icon: IconPlus, isMain: true },
    { label: t('frames.postedJobs'), path: '/company/jobs', icon: IconBriefcase },
    { label: t('common.applicants'), path: '/company/applicants', icon: IconUsers },
    { label: t('frames.driverMessages'), path: '/company/driver-messages', icon: IconMessages, isApart: true },
    { label: t('reports.reports'), path: '/company/reports', icon: IconChartBar, isApart: true },
    recommend,
    { label: t('common.settings'), path: '/company/settings', icon: IconSettings },
  ],
  news: [{ label: t('frames.newsChannels'), path: '/news', icon: IconNews, flag: 'channels' }, manageChannels],
  ads: [
    { label: t('frames.manageAds'), path: '/ads/manage', icon: IconAd2 },
    { label: t('common.settings'), path: '/ads/settings', icon: IconSettings },
  ],
  members: [
    { label: t('common.home'), path: '/members/home', icon: IconHome },
    { label: t('frames.messages'), path: '/members/messages', icon: IconMessages, isApart: true },
    recommend,
    { label: t('common.settings'), path: '/members/settings', icon: IconSettings },
  ],
};

type Viewer = {
  held: readonly Role[];
  flags: Flags;
  /** Whether a path is a screen of this build. */
  isRoute: (path: string) => boolean;
};

/** The entries of a section's sidebar that exist, are switched on, and are open to the person. */
export function navigationFor(section: PortalId, { held: userRoles, flags, isRoute }: Viewer): NavigationItem[] {
  return navigation[section].filter((item) => {
    if (item.flag && !flags[item.flag]) return false;
    return 'dialog' in item || (isRoute(item.path) && mayOpen(section, item.path, userRoles));
  });
}

/** The entry of a screen. Of nested paths the innermost. */
export function currentOf(items: readonly NavigationItem[], pathname: string): NavigationItem | undefined {
  const matches = items.flatMap((item) =>
    'path' in item ? [item.path, ...(item.also ?? [])].flatMap((path) => (isWithin(path, pathname) ? [{ item, path }] : [])) : [],
  );
  return matches.toSorted((one, other) => other.path.length - one.path.length)[0]?.item;
}

const isWithin = (path: string, pathname: string) => pathname === path || pathname.startsWith(`${path}/`);
