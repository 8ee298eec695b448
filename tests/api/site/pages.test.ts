import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobAddons, jobDays, jobViewers } from '#drizzle/schema/jobs.ts';
import { daysFromNow, makeCompany, makeDriver, makeEmployee, makeJob } from '#server/demo/builders.ts';
import { sweepJobViewers } from '#server/jobs/public-search.ts';
import { pageParts } from '#server/site/page-parts.ts';
import { addonPriceCents, jobPriceCents, toDollars } from '#shared/billing/pricing.ts';
import { aiPage } from '#shared/brand.ts';
import { formatsIn } from '#shared/format.ts';
import { matchLabels } from '#shared/matching/match-reasons.ts';
import { matchParts, matchVersion, matchWeights } from '#shared/matching/matching.ts';
import { writeText } from '#shared/texts/write-text.ts';
import { localIso } from '#shared/time-zone.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { browserHeaders, extractText } from '#tests/helpers/public-page.ts';

const { money } = formatsIn('en');

let t: TestApp;
let companyId: string;

beforeAll(async () => {
  t = await startTestApp();
  companyId = (await makeCompany(t.services.db, { companyName: 'Miller & Sons <Freight>' })).id;
});
afterAll(() => t.close());

async function get(url: string, headers: Record<string, string> = browserHeaders) {
  const response = await t.app.inject({ method: 'GET', url, headers });
  return { status: response.statusCode, text: response.body, headers: response.headers };
}
const newJob = (overrides = {}) => makeJob(t.services.db, companyId, overrides);
const structured = (page: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? 'null') as Record<string, never>;
describe('the page of a job', () => {
  it('shows all data as text, and the same in its structured data', async () => {
    const job = await newJob({
      endorsements: ['H', 'TWIC'],
      signonBonusCents: 2500_00,
      expectedPayCents: 62,
      salaryType: 'perMile',
      requiredExperience: 'Y1',
    });
    const { status, text, headers } = await get(`/jobs/${job.id}`);
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toMatch(/default-src 'none';.* img-src 'self' data:;/);
    const pageText = extractText(text);
    for (const fact of [
      'CDL-A Regional Driver',
      'Miller & Sons <Freight>',
      'Omaha, NE',
      '$0.62 per mile',
      'about $1,550 per week at 2,500 miles',
      'Home weekly',
      'At least 1 year',
      'Hazmat',
      'TWIC',
      '$2,500',
      'Dental coverage',
      'Full-time',
      '1414 Harney St, Omaha, NE 68102',
    ])
      expect(pageText).toContain(fact);
    const data = structured(text);
    expect(data).toMatchObject({
      '@type': 'JobPosting',
      title: job.title,
      description: job.descriptionHtml,
      datePosted: localIso('US/Central', job.postingDate!),
      validThrough: localIso('US/Central', job.expirationDate!),
      employmentType: 'FULL_TIME',
      hiringOrganization: { name: 'Miller & Sons <Freight>' },
      jobLocation: {
        address: {
          streetAddress: '1414 Harney St',
          addressLocality: 'Omaha',
          addressRegion: 'NE',
          postalCode: '68102',
          addressCountry: 'US',
        },
      },
      baseSalary: { currency: 'USD', value: { value: 1550, unitText: 'WEEK' } },
      experienceRequirements: { monthsOfExperience: 12 },
      identifier: { value: job.id },
      directApply: true,
    });
    expect(text).toContain(`<link rel="canonical" href="http://localhost:3000/jobs/${job.id}"`);
    expect(text).toContain(`href="/jobs/${job.id}/apply"`);
    expect(text).not.toContain('<Freight>');
  });

  it('keeps the levels of the headings in its text, two steps down in the outline of the page', async () => {
    const descriptionHtml = [1, 2, 3, 4, 5, 6].map((level) => `<h${level}>Level ${level}</h${level}>`).join('');
    const { text } = await get(`/jobs/${(await newJob({ descriptionHtml })).id}`);
    const [, about = ''] = /<div class="prose">([\s\S]*?)<\/div>/.exec(text) ?? [];
    expect(about).toBe(
      '<h3 class="level-1">Level 1</h3><h4 class="level-2">Level 2</h4><h5 class="level-3">Level 3</h5>' +
        '<h6 class="level-4">Level 4</h6><h6 class="level-5" aria-level="7">Level 5</h6><h6 class="level-6" aria-level="8">Level 6</h6>',
    );
  });

  it('names no salary where there is none to name', async () => {
    const none = await newJob({ expectedPayCents: null });
    const share = await newJob({ expectedPayCents: 28_00, salaryType: 'percentage', jobType: 'ownerOperator' });
    expect(structured((await get(`/jobs/${none.id}`)).text)).not.toHaveProperty('baseSalary');
    const page = (await get(`/jobs/${share.id}`)).text;
    expect(structured(page)).not.toHaveProperty('baseSalary');
    expect(structured(page)).toMatchObject({ employmentType: 'CONTRACTOR' });
    expect(extractText(page)).toContain('28% of load');
  });

  it('answers 410 when it is closed or expired and 404 when it never was public, with something to read', async () => {
    const closed = await newJob({ status: 'CLOSED' });
    const expired = await newJob({ expirationDate: daysFromNow(-1) });
    const draft = await newJob({ status: 'INACTIVE', postingDate: null, expirationDate: null });
    const disabled = await newJob({ status: 'DISABLED' });
    for (const job of [closed, expired]) {
      const { status, text } = await get(`/jobs/${job.id}`);
      expect(status).toBe(410);
      expect(text).toContain('This job is closed');
      expect(text).not.toContain('ld+json');
      expect(text).toContain('noindex');
    }
    for (const id of [draft.id, disabled.id, 'nonsense']) {
      const { status, text } = await get(`/jobs/${id}`);
      expect(status).toBe(404);
      expect(text).toContain('Job not found');
    }
  });

  it('has a page before the form, which sends visitors to sign-up and search engines to the job', async () => {
    const job = await newJob();
    const { status, text, headers } = await get(`/jobs/${job.id}/apply`);
    expect(status).toBe(200);
    expect(text).toContain(`<link rel="canonical" href="http://localhost:3000/jobs/${job.id}" />`);
    const form = encodeURIComponent(`/apply/${job.id}`);
    expect(text).toContain(`href="/signup?role=driver&amp;next=${form}"`);
    expect(text).toContain(`href="/login?next=${form}"`);
    for (const [, source = ''] of text.matchAll(/<script>(.*?)<\/script>/gs)) {
      expect(headers['content-security-policy']).toContain(createHash('sha256').update(source).digest('base64'));
    }
  });

  it('is not applied for once it is closed', async () => {
    const closed = await newJob({ status: 'CLOSED' });
    expect(await get(`/jobs/${closed.id}/apply`)).toMatchObject({ status: 410 });
    expect(await get('/jobs/nonsense/apply')).toMatchObject({ status: 404 });
  });

  /** Counting runs in the background, so the counts are polled until they appear. */
  const countsOf = async (jobId: string) => (await t.services.db.select().from(jobDays).where(eq(jobDays.jobId, jobId)))[0];

  it('counts each person once a day, and no robots', async () => {
    const job = await newJob();
    const visit = (headers?: Record<string, string>) => get(`/jobs/${job.id}`, headers);
    const robot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
    await Promise.all([visit(), visit(), visit({ 'user-agent': robot })]);
    await visit({ 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' });
    await expect.poll(() => countsOf(job.id)).toMatchObject({ views: 2, hyperlinkClicks: 0 });
    await t.services.db.update(jobViewers).set({ day: '2026-01-01' }).where(eq(jobViewers.jobId, job.id));
    await visit();
    await expect.poll(() => countsOf(job.id)).toMatchObject({ views: 3 });
  });

  it('deletes who viewed what when the day has ended', async () => {
    const job = await newJob();
    const today = new Date().toISOString().slice(0, 10);
    const rows = [today, '2026-01-01'].map((day) => ({ jobId: job.id, day, viewer: 'a viewer' }));
    await t.services.db.insert(jobViewers).values(rows);
    await sweepJobViewers(t.services.db);
    expect(await t.services.db.select().from(jobViewers).where(eq(jobViewers.jobId, job.id))).toMatchObject([{ day: today }]);
  });

  it('sends to the employer’s own page and counts the click', async () => {
    const job = await newJob();
    const externalUrl = 'https://miller.example/apply?from=haulboard';
    await t.services.db
      .insert(jobAddons)
      .values({ jobId: job.id, addonType: 'hyperlink', costCents: 100_00, externalUrl, paidAt: new Date() });
    expect((await get(`/jobs/${job.id}`)).text).toContain(`href="/jobs/${job.id}/go"`);
    expect((await get(`/jobs/${job.id}/apply`)).headers.location).toBe(`/jobs/${job.id}/go`);
    const { status, headers } = await get(`/jobs/${job.id}/go`);
    expect([status, headers.location]).toEqual([302, externalUrl]);
    await expect.poll(() => countsOf(job.id)).toMatchObject({ views: 1, hyperlinkClicks: 1 });
    const plain = await newJob();
    expect((await get(`/jobs/${plain.id}/go`)).headers.location).toBe(`/jobs/${plain.id}/apply`);
  });
});

describe('every page', () => {
  it('has links to sign in and sign up, or to the person’s own home page', async () => {
    const { text } = await get('/jobs');
    for (const name of ['header', 'footer']) {
      const part = new RegExp(`<${name}[\\s\\S]*?</${name}>`).exec(text)?.[0] ?? '';
      for (const link of [/class="for-drivers \w*" href="\/members\/home"/, /class="for-staff \w*" href="\/"/])
        expect(part).toMatch(link);
      for (const [link] of part.matchAll(/<a [^>]*href="\/(?:login|signup)[^>]*>/g)) expect(link).toContain('for-visitors');
    }
  });

  it('has small scripts, so that none of them brings a library or the texts of the app along', () => {
    for (const { element } of Object.values(pageParts().scripts)) expect(element.source.length).toBeLessThan(6_000);
  });

  it('allows exactly its own script and style', async () => {
    const { text, headers } = await get('/jobs');
    const written = [...text.matchAll(/<(script|style)>([\s\S]*?)<\/\1>/g)].map(([, , source = '']) => source);
    expect(written).toHaveLength(5);
    for (const source of written)
      expect(headers['content-security-policy']).toContain(createHash('sha256').update(source).digest('base64'));
    for (const url of ['/site/inter.woff2', '/site/icon.svg', '/site/us-states.svg']) expect((await get(url)).status).toBe(200);
  });
});

it('tells a reader of Spanish that a job is written in English, and nobody else', async () => {
  const english = 'Haul dry van freight for our customers. You are home with the family each weekend, and the pay is weekly.';
  const job = await newJob({ descriptionHtml: `<p>${english}</p>`, descriptionText: english });
  expect((await get(`/es/jobs/${job.id}`)).text).toMatch(/en inglés\.<\/p>\s*<div class="prose"\s+lang="en"/);
  expect((await get(`/jobs/${job.id}`)).text).not.toContain('wrote this job in');
});

describe('the search page', () => {
  it('lists jobs with the featured ones apart, and keeps what was asked in the form', async () => {
    const job = await newJob({ title: 'Featured tanker run', promotedUntil: daysFromNow(5), city: 'Dallas', state: 'TX' });
    const { status, text } = await get('/jobs?query=featured+tanker');
    expect(status).toBe(200);
    expect(text).toContain('Featured jobs');
    expect(text).toContain(`/jobs/${job.id}`);
    expect(text).toMatch(/aria-label="Search jobs"/);
    expect(text).toMatch(/value="featured tanker"/);
    expect(extractText(text)).toContain('1 job');
  });

  it('has no job on top of the answer that paid for it, if asked for none', async () => {
    const [older, newer] = [daysFromNow(-2), daysFromNow(-1)];
    const paid = await newJob({ title: 'Unpaid run', promotedUntil: daysFromNow(5), postingDate: older });
    const unpaid = await newJob({ title: 'Unpaid run', postingDate: newer });
    const idsOf = async (parameters: string) => {
      const { body } = await t.callRest('GET', `/public/jobs?query=unpaid&sort=newest${parameters}`);
      return (body.data as { id: string }[]).map(({ id }) => id);
    };
    expect(await idsOf('')).toEqual([paid.id, unpaid.id]);
    expect(await idsOf('&sponsored_places=false')).toEqual([unpaid.id, paid.id]);
  });

  it('labels what was paid for: the featured, and the boosted among the others', async () => {
    const paid = { title: 'Label run', promotedUntil: daysFromNow(5) };
    await newJob(paid);
    const boosted = await newJob({ title: 'Label run', boostUntil: daysFromNow(5) });
    await newJob({ title: 'Label run' });
    const { text } = await get('/jobs?query=label');
    expect(text.match(/class="flag">[^<]*Sponsored</g)).toEqual([
      'class="flag">Featured · Sponsored<',
      'class="flag">Sponsored<',
    ]);
    expect(extractText((await get(`/jobs/${boosted.id}`)).text)).toContain('Sponsored');
  });

  it('turns a plain sentence into the filters that it shows', async () => {
    const right = await newJob({ title: 'Sentence right', jobType: 'reefer', homeTime: 'HD', expectedPayCents: 1800_00 });
    const lowerPaid = await newJob({ title: 'Sentence less', jobType: 'reefer', homeTime: 'HD', expectedPayCents: 900_00 });
    const away = await newJob({ title: 'Sentence away', jobType: 'reefer', homeTime: 'HW', expectedPayCents: 1800_00 });
    const { text } = await get(`/jobs?query=${encodeURIComponent('home daily reefer jobs near Omaha paying $1,500 a week')}`);
    expect(text).toContain(`href="/jobs/${right.id}"`);
    for (const { id } of [lowerPaid, away]) expect(text).not.toContain(`href="/jobs/${id}"`);
    expect(text).toMatch(/id="query"\s+name="query"\s+value=""/);
    expect(text).toMatch(/id="location"\s+name="location"\s+value="Omaha"/);
    expect(text).toMatch(/id="pay_min"[^>]*value="1500"/);
    for (const chosen of ['reefer', 'HD']) expect(text).toMatch(new RegExp(`<option value="${chosen}"\\s+selected>`));
    const chips = extractText(text.slice(text.indexOf('class="chips"')));
    for (const filter of ['Omaha', 'Reefer', 'Home daily', '$1,500 per week or more'])
      expect(chips).toContain(`Remove ${filter}`);
  });

  it('takes only a known place out of a sentence, and searches for all other words', async () => {
    const { id: carrier } = await makeCompany(t.services.db, { companyName: 'Trucks in Motion' });
    const carrierJob = await makeJob(t.services.db, carrier);
    const trainee = await newJob({ title: 'Driver in training' });
    const page = async (query: string) => (await get(`/jobs?query=${encodeURIComponent(query)}`)).text;
    expect(await page('Trucks in Motion')).toContain(`href="/jobs/${carrierJob.id}"`);
    expect(await page('driver in training')).toContain(`href="/jobs/${trainee.id}"`);
    const location = async (query: string) => /id="location"\s+name="location"\s+value="([^"]*)"/.exec(await page(query))?.[1];
    for (const place of [
      'Omaha',
      'Omaha NE',
      'Omaha, NE',
      'omah',
      '68102',
      'Nebraska',
      'St. Louis',
      'Nowhereville, NE',
      'Omahha',
    ])
      expect([place, await location(`reefer jobs near ${place}`)]).toEqual([place, place]);
    for (const place of ['om', 'Nowhereville']) expect([place, await location(`reefer jobs near ${place}`)]).toEqual([place, '']);
  });

  it('offers to sort, by distance too where there is a place, and keeps the choice on every page', async () => {
    const chosen = (text: string) =>
      /<option value="([^"]*)"\s+selected>([^<]+)<\/option>/.exec(/<select id="sort"[\s\S]*?<\/select/.exec(text)?.[0] ?? '');
    const sortOptions = (text: string) =>
      [...(/<select id="sort"[\s\S]*?<\/select/.exec(text)?.[0] ?? '').matchAll(/>([^<>]+)<\/option>/g)].map(
        ([, label]) => label,
      );
    for (let n = 0; n < 25; n += 1) await newJob({ title: 'Sorting run' });
    const plain = (await get('/jobs?query=sorting')).text;
    expect(sortOptions(plain)).toEqual(['Newest', 'Highest pay']);
    expect(chosen(plain)?.[1]).toBe('');
    const sortedByPay = (await get('/jobs?query=sorting&sort=pay')).text;
    expect(chosen(sortedByPay)?.[1]).toBe('pay');
    expect(sortedByPay).toMatch(/rel="next"[^>]*href="[^"]*sort=pay[^"]*page=2"/);
    const near = (await get('/jobs?query=sorting&location=Omaha')).text;
    expect(sortOptions(near)).toEqual(['Nearest', 'Newest', 'Highest pay']);
    expect(chosen(near)?.[2]).toBe('Nearest');
    expect(chosen((await get('/jobs?query=sorting&sort=nearest')).text)?.[2]).toBe('Newest');
  });

  it('says around which place it searched where that was misspelled, and that it knows no such place', async () => {
    await newJob({ title: 'Spelling run' });
    expect(extractText((await get('/jobs?query=spelling&location=Omahha')).text)).toContain('Showing jobs near Omaha, NE');
    expect(extractText((await get('/jobs?query=spelling&location=Omaha')).text)).not.toContain('Showing jobs near');
    expect(extractText((await get('/jobs?query=spelling&location=Qwxzzyq')).text)).toContain('Check the spelling');
  });

  it('finds a nationwide job around every place, and says so on its card and its page', async () => {
    const job = await newJob({ title: 'Anywhere run', isGlobal: true });
    const { text } = await get('/jobs?query=anywhere&location=Miami,+FL&radius=10');
    expect(text).toContain(`/jobs/${job.id}`);
    expect(extractText(text)).toContain('Omaha, NE · Nationwide');
    expect(extractText((await get(`/jobs/${job.id}`)).text)).toContain('Hiring area Nationwide');
  });

  it('distinguishes an empty result from an empty board, and offers to clear the search', async () => {
    const { text } = await get('/jobs?query=zzzzz&job_type=bus');
    expect(text).toContain('No jobs match this search');
    expect(text).toContain('Clear all filters');
  });

  it('keeps the place when the filters are cleared', async () => {
    const { text } = await get('/jobs?query=zzzzz&job_type=bus&location=Reno,+NV&radius=100');
    const hrefs = [...text.matchAll(/href="([^"]*)"[^>]*>Clear all/g)].map(([, href]) => href);
    expect(hrefs).toEqual(Array(2).fill('/jobs?location=Reno%2C+NV&amp;radius=100'));
    expect((await get('/jobs?location=Reno,+NV&radius=10')).text).not.toContain('Clear all');
  });

  it('offers a larger distance with its number of jobs when few are found', async () => {
    const inReno = { title: 'Wider run', city: 'Reno', state: 'NV', latitude: 39.53, longitude: -119.81 };
    await newJob(inReno);
    for (let n = 0; n < 6; n += 1) await newJob({ title: 'Wider run', isGlobal: true });
    const near = '/jobs?query=wider&location=Reno,+NV&radius=25';
    expect(extractText((await get(near)).text)).not.toContain('Search 50 miles');
    for (let n = 0; n < 5; n += 1) await newJob({ ...inReno, latitude: 40.6 + n / 100 });
    const { text } = await get(near);
    expect(extractText(text)).toContain('Search 100 miles (6 jobs)');
    expect(text).toContain('href="/jobs?query=wider&amp;location=Reno%2C+NV&amp;radius=100"');
    expect(extractText((await get(near.replace('25', '100'))).text)).not.toMatch(/Search \d+ miles/);
  });

  it('leaves out what makes no sense, and is safe to print', async () => {
    const { status, text } = await get(
      `/jobs?query=${encodeURIComponent('"><script>alert(1)</script>')}&pay_min=lots&job_type=spaceship&page=-3&radius=abc&endorsements=Q`,
    );
    expect(status).toBe(200);
    expect(text).not.toContain('<script>alert');
    expect((await get('/jobs?page=400')).text).toContain('No more jobs');
    expect((await get('/jobs?query=%00&location=%00')).status).toBe(200);
  });

  it('opens a job from its dot on the map, which has the names of the cities', async () => {
    const job = await newJob({ title: 'Mapped run', city: 'Reno', state: 'NV', latitude: 39.53, longitude: -119.81 });
    const { text } = await get('/jobs?query=mapped');
    const map = text.slice(text.indexOf('class="card map"'));
    expect(map).toMatch(new RegExp(`<a href="/jobs/${job.id}"[^>]*aria-label="[^"]*Reno, NV`));
    expect(map).toMatch(/<text[^>]*>\s*Reno, NV\s*<\/text/);
  });

  it('keeps the rest of the search when a dot on the map leads to the jobs of its place', async () => {
    const inReno = { title: 'Dotted run', city: 'Reno', state: 'NV', latitude: 39.53, longitude: -119.81 };
    for (let n = 0; n < 2; n += 1) await newJob(inReno);
    const { text } = await get('/jobs?query=dotted&sort=pay');
    const [, href] = /<a href="([^"]*)"/.exec(text.slice(text.indexOf('class="card map"'))) ?? [];
    expect(href).toBe('/jobs?query=dotted&amp;location=Reno%2C+NV&amp;sort=pay');
  });

  it('pages by links', async () => {
    for (let n = 0; n < 25; n += 1) await newJob({ title: `Paging run ${n}` });
    const { text } = await get('/jobs?query=paging');
    expect(text).toContain('Page 1 of 2');
    expect(text).toMatch(/rel="next"[^>]*href="\/jobs\?query=paging&amp;page=2"/);
    expect((await get('/jobs?query=paging&page=2')).text).toContain('rel="prev"');
  });
});

describe('the page for employers', () => {
  it('has the prices of the price list, a sample, and the way to post a job', async () => {
    await newJob({ title: 'Sample run', postingDate: new Date() });
    for (const paid of ['promotedUntil', 'boostUntil'])
      await newJob({ title: 'Paid sample run', postingDate: new Date(), [paid]: daysFromNow(5) });
    const { status, text } = await get('/employers');
    expect(status).toBe(200);
    const pageText = extractText(text);
    for (const cents of [jobPriceCents, ...Object.values(addonPriceCents)])
      expect(pageText).toContain(money(toDollars(cents), true));
    expect(text).toContain('href="/signup"');
    expect(text).toMatch(/href="\/jobs\/[\w-]{36}"/);
    expect(pageText).not.toContain('Paid sample run');
  });

  it.each(['', '/es'])('is where %s/pricing leads', async (prefix) => {
    const { status, headers } = await get(`${prefix}/pricing`);
    expect([status, headers['location']]).toEqual([302, `${prefix}/employers#prices`]);
    expect((await get(`${prefix}/employers`)).text).toContain('id="prices"');
  });

  it('is linked from the header and the footer', async () => {
    expect((await get('/jobs')).text.match(/href="\/employers"/g)).toHaveLength(2);
  });
});

describe('the page about AI', () => {
  it('says what a match is made of, its version and whom to write to', async () => {
    const { status, text } = await get(aiPage.path);
    expect(status).toBe(200);
    const pageText = extractText(text);
    for (const part of matchParts)
      expect(pageText).toContain(`${writeText(matchLabels[part], 'en')}: up to ${matchWeights[part]} points`);
    expect(pageText).toContain(`version ${matchVersion} `);
    for (const excluded of [/birth date/i, /\bage\b/i, /\bname\b/i])
      expect(pageText.split('What never goes into a match')[1]).toMatch(excluded);
    expect(text).toContain(`href="mailto:${t.services.settings.mail.support}"`);
    expect(text).toContain('href="/members/profile"');
    expect(pageText.split('Turn matching off')[1]).toContain('Match me with jobs');
  });

  it('is linked from every public page and listed in the sitemap', async () => {
    expect((await get('/jobs')).text).toMatch(new RegExp(`<footer[\\s\\S]*href="${aiPage.path}"`));
    expect((await get('/sitemap.xml')).text).toContain(`${aiPage.path}</loc>`);
  });

  it('keeps its promise: a driver who turned matching off matches no job', async () => {
    const job = await newJob();
    const driver = await makeDriver(t.services.db);
    const owner = await makeEmployee(t.services.db, companyId);
    const candidates = async () => (await (await t.createCallerFor(owner)).applicants.candidates({ id: job.id })).items;
    const ids = async () => (await candidates()).map(({ userId }) => userId);
    expect(await ids()).toContain(driver.id);
    const api = await t.createCallerFor(driver);
    await api.drivers.updateProfile({ matchEnabled: false });
    expect(await ids()).not.toContain(driver.id);
  });
});

describe('robots, sitemap and feed', () => {
  it('have no more parts than there are', async () => {
    expect(await get('/sitemaps/1.xml')).toMatchObject({ status: 200, text: expect.stringContaining('<urlset') });
    expect((await get('/sitemaps/2.xml')).status).toBe(404);
    expect((await get('/sitemaps/9999.xml')).status).toBe(404);
  });

  it('name public jobs and no others', async () => {
    const descriptionHtml = '<p>Haul.</p><img src="/media/truck.png" alt="">';
    const open = await newJob({ title: 'In the feed ]]> & <all>', descriptionHtml, expectedPayCents: 0 });
    const closed = await newJob({ status: 'CLOSED' });
    const [robots, sitemap, feed] = await Promise.all(['/robots.txt', '/sitemap.xml', '/feeds/jobs.xml'].map((url) => get(url)));
    expect(robots!.text).toContain('Sitemap: http://localhost:3000/sitemap.xml');
    for (const list of [sitemap!, feed!]) {
      expect(list.status).toBe(200);
      expect(list.text).toContain(open.id);
      expect(list.text).not.toContain(closed.id);
    }
    expect(feed!.text).toContain('<![CDATA[In the feed ]]]]><![CDATA[> & <all>]]>');
    expect(feed!.text).toContain('<img src="http://localhost:3000/media/truck.png" alt="">');
    const entry = feed!.text.split('</job>').find((part) => part.includes(open.id));
    expect(entry).not.toContain('<salary>');
    const page = await get(`/jobs/${open.id}`);
    expect(page.text).toContain('src=\\"http://localhost:3000/media/truck.png\\"');
    expect(page.text).not.toContain('$0');
    expect(page.text).not.toContain('baseSalary');
    expect(feed!.text.match(/<job>/g)).toHaveLength(sitemap!.text.match(/:3000\/jobs\/[^<]+<\/loc>/g)!.length);
  });
});
