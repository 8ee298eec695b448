import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Role, roles } from '#shared/access/access.ts';
import { findFinalPath, landingPaths, routesByRole, signedInViewers, type Viewer, viewers } from './routes-by-role.ts';

/** Stubs the parts of a browser that guards and loaders use. */
await vi.hoisted(async () => {
  const { storageStub } = await import('#web/browser/storage-stub.ts');
  const location = new URL('http://haulboard.test/');
  vi.stubGlobal('localStorage', storageStub());
  vi.stubGlobal('sessionStorage', storageStub());
  vi.stubGlobal('location', location);
  vi.stubGlobal('self', globalThis);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { querySelector: () => null }));
  vi.stubGlobal('window', Object.assign(new EventTarget(), { origin: location.origin, location, scrollTo: () => undefined }));
});

const { routeTree } = await import('#web/routeTree.gen.ts');
const { queryClient } = await import('#web/api/query-client.ts');

const roleByViewer: Record<Exclude<Viewer, 'stranger'>, Role> = {
  'super admin': roles.superAdmin,
  admin: roles.admin,
  'internal user': roles.internalUser,
  'company admin': roles.companyAdmin,
  'company user': roles.companyUser,
  newcomer: roles.companyUser,
  'news admin': roles.newsAdmin,
  'news contributor': roles.newsContributor,
  driver: roles.driver,
  'ads admin': roles.adsAdmin,
};

type Me = { roles: Role[]; companyId: string | null; mustChangePassword: boolean };

const makeProfile = (profileRoles: Role[], companyId: string | null = null, overrides: Partial<Me> = {}) => ({
  id: '0197f5a4-0000-7000-8000-000000000001',
  email: 'someone@test.example',
  firstName: 'Dana',
  lastName: 'Whitfield',
  phone: null,
  profilePicture: null,
  roles: profileRoles,
  companyId,
  companyName: null,
  companyLogo: null,
  emailVerified: true,
  termsAcceptedAt: null,
  mustChangePassword: false,
  impersonatorId: null,
  ...overrides,
});

function getProfile(viewer: Viewer) {
  if (viewer === 'stranger') return null;
  const role = roleByViewer[viewer];
  return makeProfile([role], viewer === 'company admin' || viewer === 'company user' ? 'company' : null);
}

const notFoundError = { message: 'Not found', code: -32_004, data: { httpStatus: 404, code: 'not_found' } };
const unauthenticatedError = {
  message: 'Sign in to continue',
  code: -32_001,
  data: { httpStatus: 401, code: 'unauthenticated' },
};

/** Stubs a server that returns the profile for each token and an empty component gallery. */
function stubServer(profilesByToken: Record<string, object | null>): void {
  const getFakeAnswer = (procedure: string, token: string) => {
    if (procedure === 'auth.me') return { result: { data: profilesByToken[token] ?? null } };
    if (procedure === 'auth.leave') return { result: { data: {} } };
    if (procedure.startsWith('gallery.')) return { result: { data: [] } };
    return { error: procedure === 'auth.refresh' ? unauthenticatedError : notFoundError };
  };
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(input, 'http://haulboard.test');
    const token = new Headers(init?.headers).get('authorization')?.replace('Bearer ', '') ?? '';
    const procedures = pathname.replace('/trpc/', '').split(',');
    const answers = procedures.map((procedure) => getFakeAnswer(procedure, token));
    const failedAnswer = answers.find((answer) => 'error' in answer);
    const status = failedAnswer && 'error' in failedAnswer ? (failedAnswer.error?.data.httpStatus ?? 200) : 200;
    return new Response(JSON.stringify(searchParams.has('batch') ? answers : answers[0]), { status });
  });
}

const makeRouter = (path: string) =>
  createRouter({
    routeTree,
    context: { queryClient },
    history: createMemoryHistory({ initialEntries: [path] }),
    isServer: false,
  });

/** Opens a path with the stored access token and follows all redirects. */
async function openWithStoredToken(path: string): Promise<ReturnType<typeof makeRouter>['state']> {
  const router = makeRouter(path);
  await router.load();
  await vi.waitFor(() => expect(router.state.isLoading).toBe(false));
  return router.state;
}

/** Opens a path as the person with this profile and follows all redirects. Null is a visitor. */
function openAs(path: string, me: object | null): Promise<ReturnType<typeof makeRouter>['state']> {
  stubServer({ own: me });
  if (me) localStorage.setItem('accessToken', 'own');
  return openWithStoredToken(path);
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  queryClient.clear();
});

test('the list has every route and nothing else', () => {
  const { routesByPath } = makeRouter('/');
  expect(routesByRole.map((row) => row.route).toSorted()).toEqual(Object.keys(routesByPath).toSorted());
});

describe('where each role ends up', () => {
  describe.each(routesByRole)('$route', ({ route: path, samplePath: at = path }) => {
    test.each(viewers)('%s', async (viewer) => {
      expect((await openAs(at, getProfile(viewer))).location.pathname).toBe(findFinalPath(at, viewer));
    });
  });

  test.each(signedInViewers)('sign-in takes %s to their landing page', async (viewer) => {
    const landing = viewer === 'stranger' ? '' : landingPaths[viewer];
    expect(findFinalPath('/login', viewer)).toBe(findFinalPath(landing, viewer));
  });
});

describe('route guard', () => {
  test('a visitor is sent to sign-in, which keeps the requested path', async () => {
    const { location } = await openAs('/company/jobs?q=driver', null);
    expect(location).toMatchObject({ pathname: '/login', search: { next: '/company/jobs?q=driver' } });
  });

  test.each(['/admin', '/admin/company-list', '/admin/channels?q=roads', '/admin/logout'])(
    'a visitor at %s is sent to the admin sign-in',
    async (path) => {
      const { location } = await openAs(path, null);
      expect(location).toMatchObject({ pathname: '/login', search: { role: 'admin' } });
    },
  );

  test('a person without an accepted role is sent to the sign-in page and stays there', async () => {
    const { location } = await openAs('/company/jobs', makeProfile([]));
    expect(location.pathname).toBe('/login');
    expect(localStorage.getItem('accessToken')).toBeNull();
  });

  test('an admin access token in local storage overrides the role check', async () => {
    stubServer({ own: makeProfile([roles.driver], 'company'), admin: makeProfile([roles.admin]) });
    localStorage.setItem('accessToken', 'own');
    expect((await openWithStoredToken('/company/jobs')).location.pathname).not.toBe('/company/jobs');
    localStorage.setItem('adminAccessToken', 'admin');
    expect((await openWithStoredToken('/company/jobs')).location.pathname).toBe('/company/jobs');
  });

  test.each(['/admin/company-list', '/members/home'])(
    'opening %s while impersonating restores the admin’s own token',
    async (path) => {
      stubServer({ own: makeProfile([roles.companyUser], 'company'), admin: makeProfile([roles.admin]) });
      localStorage.setItem('accessToken', 'own');
      localStorage.setItem('adminAccessToken', 'admin');
      expect((await openWithStoredToken('/company/jobs')).location.pathname).toBe('/company/jobs');
      expect(localStorage.getItem('accessToken')).toBe('own');
      expect((await openWithStoredToken(path)).location.pathname).toBe(path);
      expect([localStorage.getItem('accessToken'), localStorage.getItem('adminAccessToken')]).toEqual(['admin', null]);
    },
  );

  test('an ended session clears the tokens and shows a notice on sign-in', async () => {
    stubServer({});
    localStorage.setItem('accessToken', 'dead');
    expect((await openWithStoredToken('/company/jobs')).location.pathname).toBe('/login');
    expect(localStorage.getItem('accessToken')).toBeNull();
    expect(sessionStorage.getItem('unauthorized')).toBe('1');
  });

  test('a password that another person set must be changed first', async () => {
    const me = makeProfile([roles.companyUser], 'company', { mustChangePassword: true });
    expect((await openAs('/company/jobs', me)).location.pathname).toBe('/change-password');
  });
});
