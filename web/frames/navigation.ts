import {
  type Icon,
  IconAd2,
  IconBriefcase,
  IconBroadcast,
  IconBuilding,
  IconCalendarEvent,
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
  /** The entry is not part of the section's fixed list. It is shown separately below it. */
  isSeparated?: boolean;
};
type LinkEntry = Entry & {
  path: string;
  /** Whether the number of the company's or the driver's unread conversations is shown next to the label. */
  unreadSide?: 'company' | 'driver';
  /** Other paths on which the entry is highlighted. */
  otherPaths?: readonly string[];
};
/** Opens a dialog on the current screen. */
type DialogEntry = Entry & { dialog: 'recommend' };

export type NavigationItem = LinkEntry | DialogEntry;

const recommend: DialogEntry = { label: t('frames.recommend'), dialog: 'recommend', icon: IconHeartHandshake };

/**
 * The link to the channels in the admin area, which requires a news role. It is also in the admin sidebar, for administrators
 * who have such a role.
 */
const manageChannels: LinkEntry = {
  label: t('frames.manageChannels'),
  path: '/admin/channels',
  icon: IconBroadcast,
  flag: 'channels',
  isSeparated: true,
};

/**
 * The sidebar of each section (`docs/product/screens.md#sidebars`). `Log out` follows the list. Other screens are shown
 * separately below.
 */
const navigation: Record<PortalId, readonly NavigationItem[]> = {
  admin: [
    { label: t('frames.companyList'), path: '/admin/company-list', otherPaths: ['/admin/companies'], icon: IconBuilding },
    { label: t('frames.userManagement'), path: '/admin/user-management', icon: IconUsers },
    {
      label: t('common.invoices'),
      path: '/admin/invoices',
      otherPaths: ['/admin/charges', '/admin/revenue'],
      icon: IconReceipt,
      isSeparated: true,
    },
    { label: t('frames.messages'), path: '/admin/messages', icon: IconMessages, isSeparated: true },
    { label: t('frames.audit'), path: '/admin/audit', icon: IconHistory, isSeparated: true },
    { label: t('frames.securityEvents'), path: '/admin/security', icon: IconShieldLock, isSeparated: true },
    manageChannels,
  ],
  company: [
    { label: t('frames.createNewJob'), path: '/company/jobs/new', icon: IconPlus, isMain: true },
    { label: t('frames.postedJobs'), path: '/company/jobs', icon: IconBriefcase },
    { label: t('common.applicants'), path: '/company/applicants', icon: IconUsers },
    {
      label: t('frames.driverMessages'),
      path: '/company/driver-messages',
      unreadSide: 'company',
      icon: IconMessages,
      isSeparated: true,
    },
    { label: t('interviews.title'), path: '/company/interviews', icon: IconCalendarEvent, isSeparated: true },
    { label: t('reports.reports'), path: '/company/reports', icon: IconChartBar, isSeparated: true },
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
    { label: t('frames.messages'), path: '/members/messages', unreadSide: 'driver', icon: IconMessages, isSeparated: true },
    recommend,
    { label: t('common.settings'), path: '/members/settings', icon: IconSettings },
  ],
};

type Viewer = {
  userRoles: readonly Role[];
  flags: Flags;
  /** Whether a path is a screen of this build. */
  isRoute: (path: string) => boolean;
};

/** The entries of a section's sidebar that exist in this build, are turned on, and may be opened by the user. */
export function navigationFor(section: PortalId, { userRoles, flags, isRoute }: Viewer): NavigationItem[] {
  return navigation[section].filter((item) => {
    if (item.flag && !flags[item.flag]) return false;
    return 'dialog' in item || (isRoute(item.path) && mayOpen(section, item.path, userRoles));
  });
}

/** The entry for the current screen. If several paths match, the longest one wins. */
export function findCurrentItem(items: readonly NavigationItem[], pathname: string): NavigationItem | undefined {
  const matches = items.flatMap((item) =>
    'path' in item
      ? [item.path, ...(item.otherPaths ?? [])].flatMap((path) => (isUnderPath(path, pathname) ? [{ item, path }] : []))
      : [],
  );
  return matches.toSorted((one, other) => other.path.length - one.path.length)[0]?.item;
}

const isUnderPath = (path: string, pathname: string) => pathname === path || pathname.startsWith(`${path}/`);
