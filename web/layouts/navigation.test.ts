import { describe, expect, test } from 'vitest';
import { type PortalId, type Role, roles } from '#shared/access/access.ts';
import { flagsOf } from '#shared/flags.ts';
import { findCurrentItem, navigationFor } from './navigation.ts';

const { superAdmin, admin, internalUser, companyAdmin, companyUser, newsAdmin, newsContributor, driver, adsAdmin } = roles;
const allowAll = () => true;
const labels = (section: PortalId, role: Role, setting = '', isRoute: (path: string) => boolean = allowAll) =>
  navigationFor(section, { userRoles: [role], flags: flagsOf(setting), isRoute }).map(({ label }) => label);

/** `Log out` belongs to the sidebar itself and follows each of these lists. */
describe('the sidebar by path section', () => {
  const adminEntries = ['Company List', 'User Management', 'Invoices', 'Messages', 'Audit', 'Security events'];
  test.each([superAdmin, admin])('admin: %s', (role) => expect(labels('admin', role)).toEqual(adminEntries));

  const companyEntries = [
    'Create New Job',
    'Posted Jobs',
    'Applicants',
    'Messages',
    'Interviews',
    'Follow-ups',
    'Reports',
    'Recommend',
  ];
  test.each([superAdmin, admin, companyAdmin, companyUser])('company: %s', (role) => {
    expect(labels('company', role)).toEqual([...companyEntries, 'Settings']);
  });

  test('company: an internal user creates jobs, and has no settings here', () => {
    expect(labels('company', internalUser)).toEqual(companyEntries);
  });

  test.each([newsAdmin, newsContributor, internalUser, superAdmin, admin, adsAdmin])('news: %s', (role) => {
    expect(labels('news', role)).toContain('News Channels');
    expect(labels('news', role, '-channels')).toEqual([]);
  });

  test.each([driver, companyUser])('news: not to %s', (role) => expect(labels('news', role)).toEqual([]));

  test('the news and admin areas list channels last, for news staff only', () => {
    const allLabels = (section: PortalId, ...userRoles: Role[]) =>
      navigationFor(section, { userRoles, flags: flagsOf(''), isRoute: allowAll }).map(({ label }) => label);
    for (const role of [newsAdmin, newsContributor])
      expect(allLabels('news', role)).toEqual(['News Channels', 'Manage Channels']);
    for (const role of [internalUser, superAdmin, admin, adsAdmin]) expect(allLabels('news', role)).toEqual(['News Channels']);
    expect(allLabels('admin', admin, newsAdmin)).toEqual([...adminEntries, 'Manage Channels']);
  });

  test.each([adsAdmin, superAdmin, admin])('ads: %s', (role) => {
    expect(labels('ads', role)).toEqual(['Manage Ads', 'Settings']);
  });

  test('members: a driver', () => {
    const entries = [
      'Home',
      'Jobs',
      'Saved',
      'Saved searches',
      'Applications',
      'Messages',
      'News',
      'Profile',
      'Recommend',
      'Settings',
    ];
    expect(labels('members', driver)).toEqual(entries);
  });

  test('members: the bar of a phone has six entries', () => {
    const items = navigationFor('members', { userRoles: [driver], flags: flagsOf(''), isRoute: allowAll });
    const barLabels = items.filter(({ isInBar }) => isInBar).map(({ label }) => label);
    expect(barLabels).toEqual(['Jobs', 'Saved', 'Applications', 'Messages', 'News', 'Profile']);
  });

  test.each([internalUser, superAdmin, admin])('members: %s has none of the entries for drivers', (role) => {
    expect(labels('members', role)).toEqual(['Home', 'Jobs', 'Recommend', 'Settings']);
  });
});

test('a screen that is not there has no link', () => {
  expect(labels('admin', superAdmin, '', (path) => path === '/admin/company-list')).toEqual(['Company List']);
});

test.each<[section: PortalId, pathname: string, current: string | undefined]>([
  ['admin', '/admin/company-list', 'Company List'],
  ['admin', '/admin/companies/new', 'Company List'],
  ['admin', '/admin/invoices', 'Invoices'],
  ['admin', '/admin/charges', 'Invoices'],
  ['admin', '/admin/revenue', 'Invoices'],
  ['admin', '/admin/channels', undefined],
  ['company', '/company/jobs/new/addons', 'Create New Job'],
  ['company', '/company/jobs/1/detail', 'Posted Jobs'],
  ['company', '/company/settings/tags', 'Settings'],
  ['members', '/members/settings/notifications', 'Settings'],
])('%s: %s belongs to %s', (section, pathname, current) => {
  const items = navigationFor(section, { userRoles: [superAdmin], flags: flagsOf(''), isRoute: allowAll });
  expect(findCurrentItem(items, pathname)?.label).toBe(current);
});
