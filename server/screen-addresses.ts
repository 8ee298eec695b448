/** First steps of the screens' addresses (`spec: access §2`, `product: News, ads, albums, developer routes`). */
const sections = new Set(
  `login fast-login company-login admin-login logout signup forgot-password reset-code change-password email join terms privacy
  deleted-members account company-info company-address company admin news members ads jobs`.split(/\s+/),
);
/** Of developers' screens, which are not everywhere. */
const gallery = new Set('buttons texts icons redux-example todos axios-list saga-example layout-example modal'.split(' '));

/** Whether a screen may stand at the path. What is behind its first step is for the web app to say. */
export function isScreenAddress(path: string, hasGallery: boolean): boolean {
  const [, section = ''] = path.split('/', 2);
  return path === '/' || sections.has(section) || (hasGallery && gallery.has(section));
}

const entrances: Record<string, string> = { '/admin-login': 'admin', '/company-login': 'employer' };

/** Where an entrance leads: to the log-in under its role, with what else was asked (`product: Accounts and sessions`). */
export function entranceOf(url: string): string | null {
  const [path = '', ...rest] = url.split('?');
  const query = rest.join('?');
  const role = entrances[path.replace(/\/$/, '')];
  if (!role) return null;
  const search = new URLSearchParams(query);
  search.set('role', role);
  return `/login?${search.toString()}`;
}
