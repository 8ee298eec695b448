/**
 * `npm run build && node tests/bench/interactions.ts`: does two tasks of an employer in a browser, on a server with demo data, and
 * counts what a person would do. A click counts as one interaction, and so does a key outside a field. Every field that is typed
 * in counts once. Exits with 1 if a task takes more than its limit.
 */
import { chromium, expect, type Page } from '@playwright/test';
import { demoPassword } from '#server/demo/vocabulary.ts';
import { chooseAddress, chooseOption, fillCard } from '#tests/e2e/fields.ts';
import { fillSignUp, newPerson } from '#tests/e2e/people.ts';
import { findBrowser } from '#tests/helpers/browser.ts';
import { findEmailedLink } from '#tests/helpers/mailbox.ts';
import { startServer } from '#tests/helpers/server.ts';

type Counts = { clicks: number; keys: number; fields: number };
type Task = { name: string; limits: Partial<Counts & { total: number }>; run: (page: Page) => Promise<void> };

const server = await startServer({ env: { DEMO: 'on' } });
const executablePath = findBrowser();
if (!executablePath) throw new Error('This needs a Chromium browser');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });

/** Reports the interactions of the page and its frames. It runs in the browser. */
function watchInteractions(): void {
  const report = (kind: 'clicks' | 'keys' | 'fields') =>
    (window as unknown as { reportInteraction: (kind: string) => void }).reportInteraction(kind);
  const typedFields = new WeakSet<EventTarget>();
  const isField = (target: EventTarget | null) =>
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea'));
  addEventListener('pointerdown', () => report('clicks'), true);
  addEventListener('keydown', ({ target }) => isField(target) || report('keys'), true);
  addEventListener(
    'input',
    ({ target }) => {
      if (!target || !isField(target) || typedFields.has(target)) return;
      typedFields.add(target);
      report('fields');
    },
    true,
  );
}

async function count({ run }: Task): Promise<Counts> {
  const counts: Counts = { clicks: 0, keys: 0, fields: 0 };
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
  await context.addCookies([{ name: 'termsAccepted', value: 'true', url: server.url }]);
  await context.exposeBinding('reportInteraction', (_source, kind: keyof Counts) => void (counts[kind] += 1));
  await context.addInitScript(watchInteractions);
  context.setDefaultTimeout(20_000);
  await run(await context.newPage());
  await context.close();
  return counts;
}

/** From the sign-up screen to a paid job. */
async function postFirstJob(page: Page): Promise<void> {
  const person = newPerson();
  await page.goto('/signup');
  await fillSignUp(page, person);
  await page.getByLabel('Company name').fill('Red Rock Hauling');
  await chooseOption(page, 'Size', '6-10 employees');
  await page.getByRole('button', { name: 'Continue' }).click();
  await chooseAddress(page, 'Address', '100 S State St, Salt Lake City, UT 84111');
  await expect(page.getByLabel('ZIP code')).toHaveValue('84111');
  await page.getByRole('button', { name: 'Create company' }).click();
  await expect(page).toHaveURL(/\/company\/jobs/);
  await expect(async () => {
    await page.goto((await findEmailedLink(server.dataDir, person.email, '/email/validation')).href);
  }).toPass();
  await expect(page).toHaveURL(/\/email\/validation\/success/);
  await page.goto('/company/jobs');
  await page.getByRole('link', { name: 'Create New Job' }).first().click();
  await page.getByLabel('Job title').fill('Regional Reefer Driver, Home Weekly');
  await page.getByRole('button', { name: 'Fill in' }).click();
  await chooseOption(page, 'Required experience', '1-2 years');
  await page.getByRole('button', { name: 'Write with help' }).click();
  await page.getByRole('menuitem', { name: 'Draft from this form' }).click();
  await expect(page.getByRole('textbox', { name: 'Job description' })).toContainText('Regional Reefer Driver');
  await page.getByRole('button', { name: 'Continue to locations' }).click();
  await page.getByRole('button', { name: '100 S State St' }).click();
  await page.getByRole('button', { name: 'Continue to add-ons' }).click();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await fillCard(page, '4111111111111111');
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page).toHaveURL(/\/company\/jobs\/posted/);
}

/** A job's 46 applicants: 10 are not a fit, 20 get a message, and 10 move on. */
async function workThroughApplicants(page: Page): Promise<void> {
  await page.goto('/robots.txt');
  const data = { email: 'companyadmin@demo.example', password: demoPassword, device_id: 'counter1', role: 'employer' };
  const session = (await (await page.request.post('/api/1.0/auth/login', { data })).json()) as { data: { accessToken: string } };
  await page.evaluate((token) => localStorage.setItem('accessToken', token), session.data.accessToken);
  const headers = { authorization: `Bearer ${session.data.accessToken}` };
  const jobs = (await (await page.request.get('/api/1.0/jobs?limit=100', { headers })).json()) as {
    data: { id: string; total_applicants: number }[];
  };
  const [job] = jobs.data.toSorted((a, b) => b.total_applicants - a.total_applicants);
  await page.goto(`/company/jobs/${job?.id}/detail`);
  const rows = page.getByRole('table', { name: 'Applicants' }).locator('tbody').getByRole('row');
  await expect(rows.first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Rows per page' }).click();
  await page.getByRole('option', { name: '50' }).click();
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(40);

  // The best matches first. Each group is selected one by one, as after reading them.
  await page.getByRole('button', { name: /^Match/ }).click();
  await page.getByRole('button', { name: /^Match/ }).click();
  await expect(page).toHaveURL(/sort=-match_score/);
  const select = async (from: number, to: number) => {
    for (let index = from; index < to; index += 1) await rows.nth(index).getByRole('checkbox').click();
  };
  const moveSelectedTo = async (stage: string) => {
    await page.getByRole('button', { name: 'Move to' }).click();
    await page.getByRole('menuitem', { name: stage }).click();
  };
  await select(0, 10);
  await moveSelectedTo('Interview');
  await expect(page.getByText(/^10 applicants/)).toBeVisible();
  await select(10, 30);
  await page.getByRole('button', { name: 'Message', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Message').fill('Hi {{first_name}}, when can we call you about {{job_title}}?');
  await dialog.getByRole('button', { name: /^Send/ }).click();
  await expect(dialog.getByRole('status').or(dialog.locator('output'))).toContainText('20');
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await select(30, 40);
  await moveSelectedTo('Not a fit');
  await page.getByRole('dialog').getByRole('radio').first().click();
  await page.getByRole('button', { name: 'Mark as not a fit' }).click();
  await expect(page.getByText(/^10 applicants/)).toBeVisible();
}

const tasks: Task[] = [
  { name: 'Sign up, create a company, post a job and pay', limits: { clicks: 20, fields: 14 }, run: postFirstJob },
  { name: 'Work through 40 of 46 applicants', limits: { total: 60 }, run: workThroughApplicants },
];

try {
  for (const task of tasks) {
    const counts = await count(task);
    const measured = { ...counts, total: counts.clicks + counts.keys + counts.fields };
    const isOver = Object.entries(task.limits).some(([kind, limit]) => measured[kind as keyof typeof measured] > limit);
    if (isOver) process.exitCode = 1;
    process.stdout.write(
      `${isOver ? 'OVER' : 'ok'}  ${task.name}: ${JSON.stringify(measured)}, limits ${JSON.stringify(task.limits)}\n`,
    );
  }
} finally {
  await browser.close();
  await server.stop();
}
