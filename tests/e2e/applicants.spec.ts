import type { Page } from '@playwright/test';
import { chooseAddress } from './fields.ts';
import { fillLogin, newPerson, registerDriver } from './people.ts';
import { expect, test } from './test.ts';

type Listed = { data: { id: string; title: string; total_applicants: number }[] };

/** The demo company's job with the long list of applicants. */
async function longestJob(page: Page) {
  await page.goto('/company/jobs');
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  const { data } = (await (await page.request.get('/api/1.0/jobs?limit=100', { headers })).json()) as Listed;
  const [job] = data.toSorted((a, b) => b.total_applicants - a.total_applicants);
  if (!job) throw new Error('The demo company has no job');
  return job;
}

test('a list that extends to the right has a shadow until its end is visible', async ({ page, signInAs }) => {
  await signInAs('companyadmin');
  const job = await longestJob(page);
  await page.setViewportSize({ width: 1024, height: 900 });
  await page.goto(`/company/jobs/${job.id}/detail`);
  const table = page.getByRole('table', { name: 'Applicants' });
  await expect(table).toBeVisible();
  const edge = table.locator('xpath=following-sibling::span');
  await expect(edge).toHaveCSS('opacity', '1');
  await expect(edge).toBeInViewport();
  const frame = table.locator('xpath=ancestor::div[2]');
  await frame.evaluate((box) => box.scrollTo({ left: box.scrollWidth }));
  await expect(edge).toHaveCSS('opacity', '0');
});

test('nothing of what a wide list has moved out of sight shows through whose row it is', async ({ page, signInAs }) => {
  await signInAs('companyadmin');
  await page.setViewportSize({ width: 1024, height: 900 });
  await page.goto('/company/jobs');
  const table = page.getByRole('table', { name: 'Jobs' });
  await expect(table).toBeVisible();
  await expect
    .poll(() => table.evaluate((grid) => grid.scrollWidth - (grid.parentElement?.parentElement?.clientWidth ?? 0)))
    .toBeGreaterThan(0);
  const covered = await table.evaluate((grid) => {
    const frame = grid.parentElement?.parentElement;
    const pinned = [...grid.querySelectorAll('tr > :nth-child(2)')].slice(0, 4);
    const strangers: string[] = [];
    for (let left = 0; left <= grid.scrollWidth; left += 20) {
      frame?.scrollTo({ left });
      for (const cell of pinned) {
        const box = cell.getBoundingClientRect();
        for (let x = box.left + 2; x < box.right; x += 4) {
          const top = document.elementFromPoint(x, box.top + box.height / 2);
          if (top && !cell.contains(top)) strangers.push(`${left}: ${top.outerHTML.slice(0, 80)}`);
        }
      }
    }
    return strangers;
  });
  expect(covered).toEqual([]);
});

test('the rows of the applicants are low, each with its line from edge to edge', async ({ page, signInAs }) => {
  await signInAs('companyadmin');
  const job = await longestJob(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/company/jobs/${job.id}/detail?size=50`);
  const table = page.getByRole('table', { name: 'Applicants' });
  await expect(table.getByRole('row').nth(20)).toBeVisible();
  const rows = await table.evaluate((grid) =>
    [...grid.querySelectorAll('tbody tr')].map((row) => ({
      height: row.getBoundingClientRect().height,
      // A border that a cell does not draw itself is hidden behind the sticky cell at some heights.
      lines: new Set([...row.children].map((cell) => getComputedStyle(cell).borderBottomWidth)).size,
      isLined: row.children[1] ? getComputedStyle(row.children[1]).borderBottomStyle === 'solid' : false,
    })),
  );
  expect(Math.max(...rows.map(({ height }) => height))).toBeLessThanOrEqual(56);
  expect(rows.slice(0, -1).filter(({ lines, isLined }) => lines !== 1 || !isLined)).toEqual([]);
});

test('a recruiter narrows the applicants, rates and tags one, takes the list along, and writes about the job', async ({
  page,
  signInAs,
  checkAccessibility,
}) => {
  await signInAs('companyadmin');
  const job = await longestJob(page);
  const word = `Ring ${Date.now().toString(36)}`;
  await page.goto(`/company/jobs/${job.id}/detail?sort=-rating&filters=[["distance","between",[0,500]]]`);
  const table = page.getByRole('table', { name: 'Applicants' });
  await expect(table.getByText(/of 5 stars/).first()).toBeVisible();

  await test.step('filter by who has driven dry vans', async () => {
    const before = await page.getByRole('region', { name: 'Applicants' }).getByText(/^\d+$/).first().textContent();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Type of driving' }).check();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Filter by Type of driving' }).click();
    await page.getByRole('checkbox', { name: 'Dry Van' }).check();
    await page.getByRole('button', { name: 'Apply filter' }).click();
    await expect(page).toHaveURL(/job_type/);
    await expect(page.getByRole('region', { name: 'Applicants' }).getByText(/^\d+$/).first()).not.toHaveText(before ?? '');
  });

  await test.step('by how far they live, and back', async () => {
    const picture = page.getByRole('figure', { name: /^Distance from job/ });
    await page.goto(`/company/jobs/${job.id}/detail?sort=-rating`);
    const band = picture.getByRole('link').first();
    const many = Number(/^[\d,]+/.exec((await band.textContent()) ?? '')?.[0].replace(',', ''));
    await band.click();
    await expect(page).toHaveURL(/distance/);
    await expect(page.getByText(new RegExp(`^1–\\d+ of ${many}$`))).toBeVisible();
    await picture.getByRole('link').and(page.locator('[aria-current]')).click();
    await expect(page).not.toHaveURL(/distance/);
  });

  await test.step('by keyboard: the first one opens at its tags', async () => {
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('j');
    await page.keyboard.press('t');
    const drawer = page.getByRole('dialog');
    const field = drawer.getByRole('combobox', { name: /^New tag for / });
    await expect(field).toBeFocused();
    await field.fill(word);
    await field.press('Enter');
    // The timeline below mentions the tag too.
    await expect(drawer.getByText(word, { exact: true })).toBeVisible();
    await drawer.getByRole('button', { name: `Remove tag ${word}` }).click();
    await expect(drawer.getByText(word, { exact: true })).toHaveCount(0);
    await field.pressSequentially(word.slice(0, -1));
    const offered = page.getByRole('listbox').getByRole('option');
    await expect(offered).toHaveText([word, `Create “${word.slice(0, -1)}”`]);
    await expect(offered.first()).toHaveAttribute('data-combobox-selected', 'true');
    await field.press('Enter');
    await expect(drawer.getByText(word, { exact: true })).toBeVisible();
    const stars = drawer.getByRole('group', { name: /^Rating for / });
    await stars.getByRole('radio', { name: '3 stars' }).focus();
    await page.keyboard.press('Space');
    await expect(stars.getByRole('radio', { name: '3 stars' })).toBeChecked();
    await checkAccessibility();
    const opened = await drawer.getByRole('heading', { level: 2 }).textContent();
    await drawer.getByRole('button', { name: 'Previous applicant' }).focus();
    await page.keyboard.press('j');
    await expect(drawer.getByRole('heading', { level: 2 })).not.toHaveText(opened ?? '');
    await expect(drawer.getByText(word)).toHaveCount(0);
    await page.keyboard.press('k');
    await expect(drawer.getByRole('heading', { level: 2 })).toHaveText(opened ?? '');
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(table.getByRole('link', { name: opened ?? '', exact: true })).toBeFocused();
    await expect(table.getByText(word)).toBeVisible();
  });

  await test.step('the tag finds them again, and the file holds the same one', async () => {
    await page.goto(`/company/jobs/${job.id}/detail?filters=${encodeURIComponent(JSON.stringify([['tag', 'in', [word]]]))}`);
    await expect(table.getByRole('row')).toHaveCount(2);
    await expect(table.getByText('3 of 5 stars')).toBeAttached();
    const download = page.waitForEvent('download');
    await page.getByRole('region', { name: 'Applicants' }).getByRole('button', { name: 'Export CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/^applicants-.*\.csv$/);
  });

  await test.step('a message about the job', async () => {
    await page.getByRole('button', { name: `Actions for ${job.title}` }).click();
    await page.getByRole('menuitem', { name: 'Contact support' }).click();
    const dialog = page.getByRole('dialog', { name: 'Contact support' });
    await dialog.getByLabel('Subject').fill(`About ${word}`);
    await dialog.getByRole('textbox', { name: 'Message' }).fill('Please tell us more about this applicant list.');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('heading', { level: 1, name: `About ${word}` })).toBeVisible();
  });
});

test('a driver applies by thumb at 360, follows it, and takes it back', async ({ newVisitor }) => {
  const phone = await newVisitor({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const driver = newPerson({ firstName: 'Thea', lastName: 'Thumb' });
  await registerDriver(phone, driver);
  await phone.goto('/jobs?query=Tanker');
  const link = phone.getByRole('region', { name: 'Results' }).getByRole('heading').getByRole('link').first();
  const title = (await link.textContent())?.trim() ?? '';
  const jobPath = (await link.getAttribute('href')) ?? '';
  await link.tap();
  await phone.getByRole('link', { name: 'Apply' }).first().tap();
  await phone.getByRole('link', { name: 'Sign in' }).tap();
  await fillLogin(phone, driver);
  await expect(phone.getByRole('heading', { level: 1, name: 'Apply' })).toBeVisible();

  await test.step('everything is in reach, nothing scrolls sideways', async () => {
    const wider = await phone.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(wider).toBe(0);
    const wayOn = phone.getByRole('button', { name: 'Answer 3 required questions' });
    await expect(wayOn).toBeInViewport();
    await wayOn.tap();
    await expect(phone.getByLabel('Location')).toBeFocused();
    await expect(phone.getByLabel('CDL class')).toHaveValue('');
    await chooseAddress(phone, 'Location', '68102');
    await phone.getByLabel('Years of experience').fill('0');
    await phone.getByLabel('CDL class').selectOption('No CDL');
    await phone.getByText('Dry Van', { exact: true }).tap();
    await expect(phone.getByRole('checkbox', { name: 'Dry Van' })).toBeChecked();
  });

  await test.step('what the job asks for beyond the answers is named before sending', async () => {
    await phone.getByRole('button', { name: 'Review and send' }).tap();
    const anyway = phone.getByRole('button', { name: 'Apply anyway' });
    await expect(anyway).toBeInViewport();
    await expect(phone.getByRole('button', { name: 'Review and send' })).toHaveCount(0);
    await expect(phone.getByRole('status').filter({ hasText: 'CDL Class' })).toContainText('No CDL');
    await phone.getByLabel('CDL class').selectOption('Class A');
    await phone.getByLabel('Years of experience').fill('4');
    await expect(phone.getByRole('status').filter({ hasText: 'CDL Class' })).toHaveCount(0);
    await phone.getByRole('button', { name: /^Apply/ }).tap();
    await expect(phone.getByRole('heading', { name: 'Application sent' })).toBeVisible();
  });

  await test.step('a second visit says so before anything is typed', async () => {
    await phone.goto(jobPath);
    await expect(phone.getByText(/^You applied on \d\d\/\d\d\/\d{4}$/)).toBeVisible();
    await expect(phone.getByRole('link', { name: 'Apply' })).toHaveCount(0);
    await phone.getByRole('link', { name: 'View application' }).tap();
    await expect(phone.getByRole('heading', { name: 'You already applied to this job' })).toBeVisible();
    await expect(phone.getByText('Sent', { exact: true })).toBeVisible();
    await phone.getByRole('link', { name: 'My applications' }).tap();
  });

  await test.step('withdraw, and the form is there again', async () => {
    const mine = phone.getByRole('region', { name: 'My applications' });
    await mine.getByRole('button', { name: `Withdraw from ${title}` }).tap();
    await phone.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).tap();
    await expect(mine.getByText('Withdrawn')).toBeVisible();
    await phone.goto(`${jobPath}/apply`);
    await expect(phone.getByRole('heading', { level: 1, name: 'Apply' })).toBeVisible();
    await expect(phone.getByLabel('Years of experience')).toHaveValue('4');
  });
});
