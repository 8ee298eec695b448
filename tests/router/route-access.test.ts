import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Role, roles } from '#shared/access/access.ts';
import { endOf, landings, routesByRole, signedIn, type Viewer, viewers } from './routes-by-role.ts';

/** The parts of a browser that guards and loaders use. The server's answers are below. */
vi.hoisted(() => {
  type StoredValues = Record<string, string>;
  /** Its keys are its own properties, as in a browser. */
  const methods = {
    getItem(this: StoredValues, key: string) {
      return Object.hasOwn(this, key) ? this[key] : null;
    },
    setItem(this: StoredValues, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: StoredValues, key: string) {
      delete this[key];
    },
    clear(this: StoredValues) {
      for (const key of Object.keys(this)) delete this[key];
    },
  };
  const storage = (): unknown => Object.create(methods);
  const location = new URL('http://haulboard.test/');
  vi.stubGlobal('localStorage', storage());
  vi.stubGlobal('sessionStorage', storage());
  vi.stubGlobal('location', location);
  vi.stubGlobal('self', globalThis);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { querySelector: () => null }));
  vi.stubGlobal('window', Object.assign(new EventTarget(), { origin: location.origin, location, scrollTo: () => undefined }));
});

const { routeTree } = await import('#web/routeTree.gen.ts');
const { queryClient } = await import('#web/query-client.ts');

const roleOf: Record<Exclude<Viewer, 'stranger'>, Role> = {
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

const person = (held: Role[], companyId: string | null = null, overrides: Partial<Me> = {}) => ({
  id: '0197f5a4-0000-7000-8000-000000000001',
  email: 'someone@test.example',
  firstName: 'Dana',
  lastName: 'Whitfield',
  phone: null,
  profilePicture: null,
  roles: held,
  companyId,
  companyName: null,
  companyLogo: null,
  emailVerified: true,
  termsAcceptedAt: null,
  mustChangePassword: false,
  impersonatorId: null,
  ...overrides,
});

function personOf(viewer: Viewer) {
  if (viewer === 'stranger') return null;
  const role = roleOf[viewer];
  return person([role], viewer === 'company admin' || viewer === 'company user' ? 'company' : null);
}

const missing = { message: 'Not found', code: -32_004, data: { httpStatus: 404, code: 'not_found' } };
const endedSession = { message: 'Sign in to continue', code: -32_001, data: { httpStatus: 401, code: 'unauthenticated' } };

/** A server that knows the holders of these tokens and has the component gallery on. */
function serve(known: Record<string, object | null>): void {
  const fakeAnswer = (procedure: string, token: string) => {
    if (procedure === 'auth.me') return { result: { data: known[token] ?? null } };
    if (procedure === 'auth.leave') return { result: { data: {} } };
    if (procedure.startsWith('gallery.')) return { result: { data: [] } };
    return { error: procedure === 'auth.refresh' ? endedSession : missing };
  };
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(input, 'http://haulboard.test');
    const token = new Headers(init?.headers).get('authorization')?.replace('Bearer ', '') ?? '';
    const procedures = pathname.replace('/trpc/', '').split(',');
    const answers = procedures.map((procedure) => fakeAnswer(procedure, token));
    const failed = answers.find((answer) => 'error' in answer);
    const status = failed && 'error' in failed ? (failed.error?.data.httpStatus ?? 200) : 200;
    return new Response(JSON.stringify(searchParams.has('batch') ? answers : answers[0]), { status });
  });
}

const route = (path: string) =>
  createRouter({
    routeTree,
    context: { queryClient },
    history: createMemoryHistory({ initialEntries: [path] }),
    isServer: false,
  });

/** Where all redirects end for the holder of the access token. */
async function open(path: string): Promise<ReturnType<typeof route>['state']> {
  const router = route(path);
  await router.load();
  await vi.waitFor(() => expect(router.state.isLoading).toBe(false));
  return router.state;
}

/** The same for a person with this profile. Null is a visitor. */
function goTo(path: string, me: object | null): Promise<ReturnType<typeof route>['state']> {
  serve({ own: me });
  if (me) localStorage.setItem('accessToken', 'own');
  return open(path);
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  queryClient.clear();
});

test('every route is listed, and nothing else is', () => {
  const { routesByPath } = route('/');
  expect(routesByRole.map((row) => row.route).toSorted()).toEqual(Object.keys(routesByPath).toSorted());
});

describe('where everybody ends up', () => {
  describe.each(routesByRole)('$route', ({ route: path, at = path }) => {
    test.each(viewers)('%s', async (viewer) => {
      expect((await goTo(at, personOf(viewer))).location.pathname).toBe(endOf(at, viewer));
    });
  });

  test.each(signedIn)('the log-in leads %s to their own landing', async (viewer) => {
    const landing = viewer === 'stranger' ? '' : landings[viewer];
    expect(endOf('/login', viewer)).toBe(endOf(landing, viewer));
  });
});

describe('route guard', () => {
  test('a stranger is brought back after signing in', async () => {
    const { location } = await goTo('/company/jobs?q=driver', null);
    expect(location).toMatchObject({ pathname: '/login', search: { next: '/company/jobs?q=driver' } });
  });

  test.each(['/admin', '/admin/company-list', '/admin/channels?q=roads', '/admin/logout'])(
    'a stranger at %s comes to the admin sign-in',
    async (path) => {
      const { location } = await goTo(path, null);
      expect(location).toMatchObject({ pathname: '/login', search: { role: 'admin' } });
    },
  );

  test('a person without an accepted role is sent to the sign-in page and stays there', async () => {
    const { location } = await goTo('/company/jobs', person([]));
    expect(location.pathname).toBe('/login');
    expect(localStorage.getItem('accessToken')).toBeNull();
  });

  test('an admin access token in local storage overrides the role check', async () => {
    serve({ own: person([roles.driver], 'company'), admin: person([roles.admin]) });
    localStorage.setItem('accessToken', 'own');
    expect((await open('/company/jobs')).location.pathname).not.toBe('/company/jobs');
    localStorage.setItem('adminAccessToken', 'admin');
    expect((await open('/company/jobs')).location.pathname).toBe('/company/jobs');
  });

  test.each(['/admin/company-list', '/members/home'])(
    'the portal of %s, chosen while impersonating, restores the admin’s own tokens',
    async (path) => {
      serve({ own: person([roles.companyUser], 'company'), admin: person([roles.admin]) });
      localStorage.setItem('accessToken', 'own');
      localStorage.setItem('adminAccessToken', 'admin');
      expect((await open('/company/jobs')).location.pathname).toBe('/company/jobs');
      expect(localStorage.getItem('accessToken')).toBe('own');
      expect((await open(path)).location.pathname).toBe(path);
      expect([localStorage.getItem('accessToken'), localStorage.getItem('adminAccessToken')]).toEqual(['admin', null]);
    },
  );

  test('a dead session clears the tokens, and the log-in is told', async () => {
    serve({});
    localStorage.setItem('accessToken', 'dead');
    expect((await open('/company/jobs')).location.pathname).toBe('/login');
    expect(localStorage.getItem('accessToken')).toBeNull();
    expect(sessionStorage.getItem('unauthorized')).toBe('1');
  });

  test('a password that another person set is changed first', async () => {
    const me = person([roles.companyUser], 'company', { mustChangePassword: true });
    expect((await goTo('/company/jobs', me)).location.pathname).toBe('/change-password');
  });
});
