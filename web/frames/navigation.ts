import { type Icon, IconBriefcase, IconBuilding, IconHome, IconPlus, IconSettings, IconUsers } from '@tabler/icons-react';
import type { PortalId } from '#shared/access.ts';

export type NavigationItem = { label: string; path: string; icon: Icon; isMain?: boolean };

/** The sidebar of each section (`spec: access §2`). Items show once their screens exist; `Log out` closes every list. */
export const navigation: Record<PortalId, readonly NavigationItem[]> = {
  admin: [
    { label: 'Company List', path: '/admin/company-list', icon: IconBuilding },
    { label: 'User Management', path: '/admin/user-management', icon: IconUsers },
  ],
  company: [
    { label: 'Create New Job', path: '/company/jobs/new', icon: IconPlus, isMain: true },
    { label: 'Posted Jobs', path: '/company/jobs', icon: IconBriefcase },
    { label: 'Settings', path: '/company/settings', icon: IconSettings },
  ],
  news: [],
  ads: [],
  members: [
    { label: 'Home', path: '/members/home', icon: IconHome },
    { label: 'Settings', path: '/members/settings', icon: IconSettings },
  ],
};
