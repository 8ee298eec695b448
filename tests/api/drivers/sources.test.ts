import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCompany, makeDriver, makeEmployee, makeJob } from '#server/demo/builders.ts';
import { pageParts } from '#server/site/page-parts.ts';
import { parseStoredSource, sharedLinkPath } from '#shared/applicants/application-source.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { browserHeaders } from '#tests/helpers/public-page.ts';

/** Where a driver found a job, from the link through the job's page and the application to what the employer sees. */
let t: TestApp;
let employer: Awaited<ReturnType<typeof makeEmployee>>;
let companyId: string;
beforeAll(async () => {
  t = await startTestApp();
  companyId = (await makeCompany(t.services.db)).id;
  employer = await makeEmployee(t.services.db, companyId);
});
afterAll(() => t.close());

const origin = 'https://haulboard.example';

/** Opens the page of a job as a browser does and returns what its script stores in the tab. */
async function openPage(path: string, referrer: string, storedBefore: string | null = null): Promise<string | null> {
  const { body } = await t.app.inject({ method: 'GET', url: path, headers: browserHeaders });
  const script = pageParts().scripts.job.element.source;
  expect(body).toContain(script);
  let stored = storedBefore;
  const sessionStorage = { getItem: () => stored, setItem: (_key: string, value: string) => (stored = value) };
  const location = new URL(path, origin);
  const documentElement = { dataset: {} };
  const document = { referrer, documentElement, querySelector: () => null, querySelectorAll: () => [] };
  runInNewContext(script.replace(/^<script>(.*)<\/script>$/s, '$1'), {
    document,
    location,
    sessionStorage,
    URL,
    URLSearchParams,
  });
  return stored;
}

type Way = { from: string; path: (id: string) => string; referrer?: string; source: string };
const plain = (id: string) => `/jobs/${id}`;

it.each<Way>([
  { from: 'the search', path: plain, referrer: `${origin}/jobs?query=reefer`, source: 'search' },
  { from: 'the search in Spanish', path: (id) => `/es/jobs/${id}`, referrer: `${origin}/es/jobs`, source: 'search' },
  { from: 'the matching jobs', path: plain, referrer: `${origin}/members/home`, source: 'search' },
  { from: 'the feed', path: (id) => `/jobs/${id}?source=feed`, referrer: 'https://indeed.example/', source: 'feed' },
  { from: 'a boost email', path: (id) => `/jobs/${id}?source=boost_email`, source: 'boost_email' },
  { from: 'an earlier boost email', path: (id) => `/jobs/${id}?from=boost_email`, source: 'boost_email' },
  { from: 'an invitation', path: (id) => `/jobs/${id}?source=invitation`, source: 'invitation' },
  { from: 'a shared link', path: sharedLinkPath, source: 'share' },
  { from: 'a shared link with its own name', path: (id) => `/jobs/${id}?source=facebook-group`, source: 'share' },
  { from: 'a direct link', path: plain, source: 'direct' },
  { from: 'another page of the members', path: plain, referrer: `${origin}/members/messages`, source: 'direct' },
  { from: 'another site', path: plain, referrer: 'https://forum.example/jobs', source: 'direct' },
])('records $from', async ({ path, referrer = '', source }) => {
  const { db } = t.services;
  const job = await makeJob(db, companyId);
  const stored = parseStoredSource(await openPage(path(job.id), referrer), job.id);
  const driver = await makeDriver(db);
  const body = { ...(stored && { source: stored }) };
  const sent = await t.callRest('POST', `/jobs/${job.id}/apply`, { token: await t.createToken(driver), body });
  expect(sent.status).toBe(201);
  const { id } = sent.body.data as { id: string };
  const shown = await t.callRest('GET', `/applicants/${id}`, { token: await t.createToken(employer) });
  expect(shown.body.data).toMatchObject({ applicant: { source } });
});

it('does not take the source of another job', async () => {
  const [first, second] = [await makeJob(t.services.db, companyId), await makeJob(t.services.db, companyId)];
  expect(parseStoredSource(await openPage(`/jobs/${first.id}?source=feed`, ''), second.id)).toBeUndefined();
});

it('keeps the source of a link when the driver comes back through the search', async () => {
  const [first, second] = [await makeJob(t.services.db, companyId), await makeJob(t.services.db, companyId)];
  const fromFeed = await openPage(`/jobs/${first.id}?source=feed`, '');
  for (const referrer of [`${origin}/jobs`, `${origin}/members/home`])
    expect(parseStoredSource(await openPage(`/jobs/${first.id}`, referrer, fromFeed), first.id)).toBe('feed');
  const fromSearch = await openPage(`/jobs/${second.id}`, `${origin}/jobs`, fromFeed);
  expect(parseStoredSource(fromSearch, second.id)).toBe('search');
});
