import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { readOptions } from '#server/commands/options.ts';
import { findBrowser } from './helpers/browser.ts';
import { makeJobRequest } from './helpers/posting.ts';
import { startServer } from './helpers/server.ts';

const values = readOptions({
  name: 'npm run shots',
  description: 'Takes every screen for every role that sees it, at 390 and 1440, light and dark, on a fresh demo.',
  options: {
    only: { type: 'string', default: '', value: 'text', description: 'Only screens with this text in their path' },
    out: { type: 'string', default: 'shots', value: 'folder', description: 'Where the pictures go' },
    language: { type: 'string', default: 'en', value: 'code', description: 'The language of the browser' },
  },
});

type Screen = { role: string; path: string; name?: string };
const screens: Screen[] = [
  ...[
    '/login',
    '/login?role=admin',
    '/signup',
    '/jobs',
    '/jobs?query=reefer&state=TX',
    '/jobs?query=nothing-like-it',
    '/nowhere',
  ].map((path) => ({ role: 'visitor', path })),
  { role: 'visitor', path: '/jobs/{public}', name: 'job' },
  ...[
    '/company/jobs',
    '/company/jobs?q=nothing-like-it',
    '/company/jobs/new',
    '/company/jobs/{first}/detail',
    '/company/applicants',
    '/company/applicants?view=board',
    '/company/driver-messages',
    '/company/interviews',
    '/company/follow-ups',
    '/company/reports',
  ].map((path) => ({
    role: 'companyadmin',
    path,
  })),
  { role: 'company', path: '/company/jobs' },
  { role: 'invoice', path: '/company/jobs' },
  { role: 'invoice', path: '/company/jobs/posted?order={order}', name: 'posted' },
  ...['home', 'saved', 'saved?tab=viewed', 'searches', 'applications', 'profile'].map((path) => ({
    role: 'driver',
    path: `/members/${path}`,
  })),
  ...['', '/notifications', '/reset-password', '/delete-account'].map((path) => ({
    role: 'driver',
    path: `/members/settings${path}`,
  })),
  { role: 'internal', path: '/members/settings' },
  { role: 'company', path: '/account' },
  { role: 'visitor', path: '/deleted-members' },
  { role: 'driver', path: '/apply/{public}', name: 'apply' },
  { role: 'superadmin', path: '/admin/company-list' },
  { role: 'admin', path: '/admin/company-list' },
  { role: 'internal', path: '/company/jobs' },
  ...['/ads/manage', '/ads/manage/new', '/ads/settings/home'].map((path) => ({ role: 'ads', path })),
];

const widths = [390, 1440];
const schemes = ['light', 'dark'] as const;

async function signIn(page: Page, baseUrl: string, role: string): Promise<void> {
  const answer = await page.request.post(`${baseUrl}/trpc/auth.login`, {
    data: { email: `${role}@demo.example`, password: 'Demo#2026', deviceId: 'shots123', role: 'employer' },
  });
  const { result } = (await answer.json()) as { result: { data: { accessToken: string } } };
  await page.addInitScript((token) => localStorage.setItem('accessToken', token), result.data.accessToken);
}

async function createHeaders(baseUrl: string, role: string): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json' };
  const loginResponse = await fetch(`${baseUrl}/api/1.0/auth/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email: `${role}@demo.example`, password: 'Demo#2026', device_id: 'shots123', role: 'employer' }),
  });
  const { data } = (await loginResponse.json()) as { data: { accessToken: string } };
  return { ...headers, authorization: `Bearer ${data.accessToken}` };
}

async function findJobIds(baseUrl: string): Promise<{ public: string; first: string }> {
  const publicJobs = (await (await fetch(`${baseUrl}/api/1.0/public/jobs?limit=1`)).json()) as { data: { id: string }[] };
  const headers = await createHeaders(baseUrl, 'companyadmin');
  const jobs = (await (await fetch(`${baseUrl}/api/1.0/jobs?limit=100`, { headers })).json()) as {
    data: { id: string; total_applicants: number }[];
  };
  const [first] = jobs.data.toSorted((a, b) => b.total_applicants - a.total_applicants);
  return { public: publicJobs.data[0]?.id ?? '', first: first?.id ?? '' };
}

/** Posts a job that is paid by invoice, and returns its order. */
async function postJob(baseUrl: string): Promise<string> {
  const headers = await createHeaders(baseUrl, 'invoice');
  const send = async (path: string, body: object) => {
    const answer = await fetch(`${baseUrl}/api/1.0${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} failed: ${await answer.text()}`);
    return (await answer.json()) as { data: { order_id: string; jobs_post_token: string } };
  };
  const { data: order } = await send('/jobs', makeJobRequest({ addons: [] }));
  await send('/payment/company/invoice/charge', { secret_token: order.jobs_post_token });
  return order.order_id;
}

async function takeScreenshots(browser: Browser, baseUrl: string): Promise<void> {
  const ids = { ...(await findJobIds(baseUrl)), order: await postJob(baseUrl) };
  for (const role of new Set(screens.map((screen) => screen.role))) {
    for (const width of widths) {
      for (const colorScheme of schemes) {
        const context = await browser.newContext({
          viewport: { width, height: width < 500 ? 844 : 900 },
          colorScheme,
          locale: values.language,
        });
        await context.addCookies([{ name: 'termsAccepted', value: 'true', url: baseUrl }]);
        const page = await context.newPage();
        if (role !== 'visitor') await signIn(page, baseUrl, role);
        for (const screen of screens.filter((one) => one.role === role && one.path.includes(values.only))) {
          const path = screen.path.replace('{public}', ids.public).replace('{first}', ids.first).replace('{order}', ids.order);
          await page.goto(baseUrl + path);
          await page.waitForLoadState('networkidle').catch(() => undefined);
          const name = (screen.name ?? screen.path).replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '');
          await page.screenshot({ path: join(values.out, `${role}-${name}-${width}-${colorScheme}.png`), fullPage: true });
        }
        await context.close();
      }
    }
  }
}

const executablePath = findBrowser();
if (!executablePath) process.exit(1);
rmSync(values.out, { recursive: true, force: true });
mkdirSync(values.out, { recursive: true });
const server = await startServer();
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic'],
});
try {
  await takeScreenshots(browser, server.url);
} finally {
  await browser.close();
  await server.stop();
}
process.stdout.write(`Screenshots are in ${values.out}/\n`);
