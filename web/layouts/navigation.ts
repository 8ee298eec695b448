import {
  type Icon,
  IconAd2,
  IconBellSearch,
  IconBookmark,
  IconBriefcase,
  IconBroadcast,
  IconBuilding,
  IconCalendarEvent,
  IconChartBar,
  IconHeartHandshake,
  IconHistory,
  IconHome,
  IconListCheck,
  IconMessages,
  IconNews,
  IconPlus,
  IconReceipt,
  IconSearch,
  IconSend,
  IconSettings,
  IconShieldLock,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { can, mayOpen, type PortalId, type Role } from '#shared/access/access.ts';
import type { Flag, Flags } from '#shared/flags.ts';
import { t } from '#web/texts/app.ts';

type Entry = {
  label: string;
  icon: Icon;
  /** The section's main action. */
  isMain?: boolean;
  flag?: Flag;
  /** Whether the phone's bar at the bottom has the entry. */
  isInBar?: boolean;
  /** A shorter label for that bar. */
  barLabel?: string;
  /** Other people who may open the section do not have such a screen. */
  isForDrivers?: boolean;
};
type LinkEntry = Entry & {
  path: string;
  /** Whether the number of the company's or the driver's unread conversations is shown next to the label. */
  showsUnread?: boolean;
  /** Other paths on which the entry is highlighted. */
  otherPaths?: readonly string[];
};
/** Opens a dialog on the current screen. */
type DialogEntry = Entry & { dialog: 'recommend' };
/** Leads to a page outside of the app. */
type PublicEntry = Entry & { publicPath: string };

export type NavigationItem = LinkEntry | DialogEntry | PublicEntry;

const recommend: DialogEntry = { label: t('common.recommend'), dialog: 'recommend', icon: IconHeartHandshake };

/**
 * The link to the channels in the admin area, which requires a news role. It is also in the admin sidebar, for administrators
 * who have such a role.
 */
const manageChannels: LinkEntry = {
  label: t('frames.manageChannels'),
  path: '/admin/channels',
  icon: IconBroadcast,
  flag: 'channels',
};

/** The sidebar of each section (`docs/product/screens.md#sidebars`). `Log out` follows the list. */
const navigation: Record<PortalId, readonly NavigationItem[]> = {
  admin: [
    {
      label: t('common.companyList'),
      path: '/admin/company-list',
      otherPaths: ['/admin/companies'],
      icon: IconBuilding,
      isInBar: true,
    },
    { label: t('common.userManagement'), path: '/admin/user-management', icon: IconUsers, isInBar: true },
    {
      label: t('common.invoices'),
      path: '/admin/invoices',
      otherPaths: ['/admin/charges', '/admin/revenue'],
      icon: IconReceipt,
      isInBar: true,
    },
    { label: t('common.messages'), path: '/admin/messages', icon: IconMessages, isInBar: true },
    { label: t('common.audit'), path: '/admin/audit', icon: IconHistory },
    { label: t('common.securityEvents'), path: '/admin/security', icon: IconShieldLock },
    manageChannels,
  ],
  company: [
    { label: t('common.createNewJob'), path: '/company/jobs/new', icon: IconPlus, isMain: true },
    {
      label: t('common.postedJobs'),
      path: '/company/jobs',
      icon: IconBriefcase,
      isInBar: true,
      barLabel: t('common.jobs'),
    },
    { label: t('common.applicants'), path: '/company/applicants', icon: IconUsers, isInBar: true },
    {
      label: t('common.messages'),
      path: '/company/driver-messages',
      otherPaths: ['/company/messages'],
      showsUnread: true,
      icon: IconMessages,
      isInBar: true,
    },
    { label: t('common.interviews'), path: '/company/interviews', icon: IconCalendarEvent, isInBar: true },
    { label: t('followUps.followUps'), path: '/company/follow-ups', icon: IconListCheck },
    { label: t('reports.reports'), path: '/company/reports', icon: IconChartBar },
    recommend,
    { label: t('common.settings'), path: '/company/settings', icon: IconSettings },
  ],
  news: [{ label: t('common.newsChannels'), path: '/news', icon: IconNews, flag: 'channels' }, manageChannels],
  ads: [
    { label: t('common.manageAds'), path: '/ads/manage', icon: IconAd2 },
    { label: t('common.settings'), path: '/ads/settings', icon: IconSettings },
  ],
  members: [
    { label: t('common.home'), path: '/members/home', icon: IconHome },
    { label: t('common.jobs'), publicPath: '/jobs', icon: IconSearch, isInBar: true },
    { label: t('driver.savedLabel'), path: '/members/saved', icon: IconBookmark, isInBar: true, isForDrivers: true },
    { label: t('searches.title'), path: '/members/searches', icon: IconBellSearch, isForDrivers: true },
    {
      label: t('common.applications'),
      path: '/members/applications',
      icon: IconSend,
      isInBar: true,
      isForDrivers: true,
    },
    {
      label: t('common.messages'),
      path: '/members/messages',
      showsUnread: true,
      icon: IconMessages,
      isInBar: true,
      isForDrivers: true,
    },
    { label: t('ui.news'), path: '/members/news', icon: IconNews, isInBar: true, isForDrivers: true },
    { label: t('common.profile'), path: '/members/profile', icon: IconUser, isInBar: true, isForDrivers: true },
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
    if (item.isForDrivers && !can(userRoles, 'driver.self')) return false;
    return !('path' in item) || (isRoute(item.path) && mayOpen(section, item.path, userRoles));
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
