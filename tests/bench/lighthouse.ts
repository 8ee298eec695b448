/**
 * `node tests/bench/lighthouse.ts [url]`: runs Lighthouse with phone settings on a server with demo data. It checks the
 * public search, a job, its company, applying, a driver's home page and sign-in. Exits with 1 if a page misses its score: 100 in
 * everything except performance, where it is 95 on public pages and 90 on sign-in. Run it on an idle machine, because it
 * measures time.
 */
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { demoPassword } from '#server/demo/vocabulary.ts';
import { findBrowser } from '#tests/helpers/browser.ts';
import { freePort } from '#tests/helpers/server.ts';

const [, , baseUrlArgument = 'http://127.0.0.1:3000'] = process.argv;
const baseUrl = baseUrlArgument.replace(/\/$/, '');
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];
type Scores = Partial<Record<Category, number>>;
const minPublicScores: Scores = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const minAppScores: Scores = { accessibility: 100, 'best-practices': 100 };
const vitals = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'];

type Report = { scores: Record<Category, number>; vitals: string; failures: string[] };

async function measure(path: string, port: number, isSignedIn: boolean): Promise<Report> {
  const result = await lighthouse(`${baseUrl}${path}`, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: [...categories],
    disableStorageReset: isSignedIn,
  });
  if (!result) throw new Error(`Lighthouse said nothing about ${path}`);
  const { lhr } = result;
  if (lhr.runtimeError) throw new Error(`${path}: ${lhr.runtimeError.message}`);
  const scores = Object.fromEntries(
    categories.map((name) => [name, Math.round((lhr.categories[name]?.score ?? 0) * 100)]),
  ) as Record<Category, number>;
  const failures = categories
    .filter((name) => name !== 'performance')
    .flatMap((name) => lhr.categories[name]?.auditRefs ?? [])
    .flatMap(({ id, weight }) => (weight > 0 && lhr.audits[id]?.score === 0 ? [`${id}: ${lhr.audits[id].title}`] : []));
  return { scores, vitals: vitals.map((id) => `${id} ${lhr.audits[id]?.displayValue}`).join(', '), failures };
}

/** Finds any public job and its company. */
async function findPublicPaths(): Promise<{ jobPath: string; companyPath: string }> {
  const answer = await fetch(`${baseUrl}/api/1.0/public/jobs?limit=1`);
  const publicJobs = (await answer.json()) as { data: { id: string; company_slug: string }[] };
  const [job] = publicJobs.data;
  if (!job) throw new Error(`${baseUrl} has no public job`);
  return { jobPath: `/jobs/${job.id}`, companyPath: `/companies/${job.company_slug}` };
}

/** Signs the demo driver in and clears the browser's cache, because Lighthouse is told to keep the session and the cache. */
async function signIn(port: number): Promise<void> {
  const data = { email: 'driver@demo.example', password: demoPassword, device_id: 'lights01', role: 'employer' };
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${baseUrl}/api/1.0/auth/login`, { method: 'POST', headers, body: JSON.stringify(data) });
  const { data: session } = (await answer.json()) as { data: { accessToken: string } };
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = await browser.contexts()[0]?.newPage();
  // `robots.txt` has no scripts. A script that loads late would be cached again after the cache is cleared.
  await page?.goto(`${baseUrl}/robots.txt`);
  await page?.evaluate((token) => localStorage.setItem('accessToken', token), session.accessToken);
  const cdpSession = page && (await page.context().newCDPSession(page));
  await cdpSession?.send('Network.clearBrowserCache');
  await page?.close();
}

const { jobPath, companyPath } = await findPublicPaths();
const visits: { path: string; minScores: Scores; isSignedIn?: true }[] = [
  { path: jobPath, minScores: minPublicScores },
  { path: companyPath, minScores: minPublicScores },
  { path: '/jobs', minScores: minPublicScores },
  { path: `${jobPath}/apply`, minScores: minPublicScores },
  { path: '/login', minScores: { ...minAppScores, performance: 90 } },
  { path: jobPath.replace('/jobs/', '/apply/'), minScores: minAppScores, isSignedIn: true },
  { path: '/members/home', minScores: minAppScores, isSignedIn: true },
];
const port = await freePort();
const executablePath = findBrowser();
if (!executablePath) process.exit(1);
const browser = await chromium.launch({
  executablePath,
  args: [
    `--remote-debugging-port=${port}`,
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
  ],
});
try {
  for (const { path, minScores, isSignedIn = false } of visits) {
    if (isSignedIn) await signIn(port);
    const { scores, vitals: vitalsText, failures } = await measure(path, port, isSignedIn);
    const line = categories.map((name) => `${name} ${scores[name]}`).join(' · ');
    const accountSuffix = isSignedIn ? ' as a driver' : '';
    process.stdout.write(
      `${path}${accountSuffix}: ${line}\n  ${vitalsText}\n${failures.map((failure) => `  ${failure}\n`).join('')}`,
    );
    if (categories.some((name) => scores[name] < (minScores[name] ?? 0))) process.exitCode = 1;
  }
} finally {
  await browser.close();
}
