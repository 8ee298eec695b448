import type { Page } from '@playwright/test';
import { chooseAddress } from './fields.ts';
import { intercept } from './interception.ts';
import { postJob } from './jobs.ts';
import { applyToJob, fillLogin, newPerson, randomIpOptions, registerDriver } from './people.ts';
import { expect, test } from './test.ts';

type JobListResponse = { data: { id: string; title: string; total_applicants: number }[] };

/** Finds the demo company's job with the longest list of applicants. */
async function findLongestJob(page: Page) {
  await page.goto('/company/jobs');
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  const { data } = (await (await page.request.get('/api/1.0/jobs?limit=100', { headers })).json()) as JobListResponse;
  const [job] = data.toSorted((a, b) => b.total_applicants - a.total_applicants);
  if (!job) throw new Error('The demo company has no job');
  return job;
}

test('a list that overflows to the right has a shadow until its end is visible', async ({ page, signInAs }) => {
  await signInAs('companyadmin');
  const job = await findLongestJob(page);
  await page.setViewportSize({ width: 1024, height: 900 });
  await page.goto(`/company/jobs/${job.id}/detail`);
  const table = page.getByRole('table', { name: 'Applicants' });
  await expect(table).toBeVisible();
  const edge = table.locator('xpath=following-sibling::span');
  await expect(edge).toHaveCSS('opacity', '1');
  await expect(edge).toBeInViewport();
  const scrollContainer = table.locator('xpath=ancestor::div[2]');
  await scrollContainer.evaluate((box) => box.scrollTo({ left: box.scrollWidth }));
  await expect(edge).toHaveCSS('opacity', '0');
});

test('applicants are sorted by last name, and by the header the other way around', async ({ page, signInAs }) => {
  await signInAs('companyadmin');
  const job = await findLongestJob(page);
  await page.goto(`/company/jobs/${job.id}/detail`);
  const table = page.getByRole('table', { name: 'Applicants' });
  const header = table.getByRole('columnheader', { name: /^Applicant/ });
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await header.getByRole('button', { name: 'Applicant', exact: true }).click();
  await expect(page).toHaveURL(/sort=-last_name/);
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  const lastNames = async () => {
    const names = await table.locator('[data-applicant]').allTextContents();
    return names.map((name) => name.split(' ').at(-1) ?? '');
  };
  const isDescending = (names: string[]) => names.every((name, n) => n === 0 || name.localeCompare(names[n - 1] ?? '') <= 0);
  await expect.poll(async () => isDescending(await lastNames())).toBe(true);
  expect(new Set(await lastNames()).size).toBeGreaterThan(5);
});

test('the sticky name column hides the cells that scroll under it', async ({ page, signInAs }) => {
  await signInAs('companyadmin');
  await page.setViewportSize({ width: 1024, height: 900 });
  await page.goto('/company/jobs');
  const table = page.getByRole('table', { name: 'Jobs' });
  await expect(table).toBeVisible();
  await expect
    .poll(() => table.evaluate((grid) => grid.scrollWidth - (grid.parentElement?.parentElement?.clientWidth ?? 0)))
    .toBeGreaterThan(0);
  const hiddenCells = await table.evaluate((grid) => {
    const scrollContainer = grid.parentElement?.parentElement;
    const stickyCells = [...grid.querySelectorAll('tr > :nth-child(2)')].slice(0, 4);
    const uncoveredCells: string[] = [];
    for (let left = 0; left <= grid.scrollWidth; left += 20) {
      scrollContainer?.scrollTo({ left });
      for (const cell of stickyCells) {
        const box = cell.getBoundingClientRect();
        for (let x = box.left + 2; x < box.right; x += 4) {
          const top = document.elementFromPoint(x, box.top + box.height / 2);
          if (top && !cell.contains(top)) uncoveredCells.push(`${left}: ${top.outerHTML.slice(0, 80)}`);
        }
      }
    }
    return uncoveredCells;
  });
  expect(hiddenCells).toEqual([]);
});

test('applicant rows are compact and separated by full-width lines', async ({ page, signInAs }) => {
  await signInAs('companyadmin');
  const job = await findLongestJob(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/company/jobs/${job.id}/detail?size=50`);
  const table = page.getByRole('table', { name: 'Applicants' });
  await expect(table.getByRole('row').nth(20)).toBeVisible();
  const rows = await table.evaluate((grid) =>
    [...grid.querySelectorAll('tbody tr')].map((row) => ({
      height: row.getBoundingClientRect().height,
      // Each cell draws its own border, because at some heights the sticky cell would hide another border.
      borderWidthCount: new Set([...row.children].map((cell) => getComputedStyle(cell).borderBottomWidth)).size,
      hasBottomLine: row.children[1] ? getComputedStyle(row.children[1]).borderBottomStyle === 'solid' : false,
    })),
  );
  expect(Math.max(...rows.map(({ height }) => height))).toBeLessThanOrEqual(56);
  expect(rows.slice(0, -1).filter(({ borderWidthCount: lines, hasBottomLine: isLined }) => lines !== 1 || !isLined)).toEqual([]);
});

test('a recruiter filters applicants, rates and tags one, exports the list, and contacts support about the job', async ({
  page,
  signInAs,
  checkAccessibility,
}) => {
  await signInAs('companyadmin');
  const job = await findLongestJob(page);
  const tag = `Ring ${Date.now().toString(36)}`;
  const pathOfStage = (stage: string) =>
    `/company/jobs/${job.id}/detail?filters=${encodeURIComponent(JSON.stringify([['stage', 'in', [stage]]]))}`;
  await page.goto(`/company/jobs/${job.id}/detail?sort=-rating&filters=[["distance","between",[0,500]]]`);
  const table = page.getByRole('table', { name: 'Applicants' });
  await expect(table.getByText(/of 5 stars/).first()).toBeVisible();

  await test.step('filter by type of driving', async () => {
    const countBefore = await page.getByRole('region', { name: 'Applicants' }).getByText(/^\d+$/).first().textContent();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Type of driving' }).check();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Filter by Type of driving' }).click();
    await page.getByRole('checkbox', { name: 'Dry Van' }).check();
    await page.getByRole('button', { name: 'Apply filter' }).click();
    await expect(page).toHaveURL(/job_type/);
    await expect(page.getByRole('region', { name: 'Applicants' }).getByText(/^\d+$/).first()).not.toHaveText(countBefore ?? '');
  });

  await test.step('filter by distance, then remove the filter', async () => {
    const picture = page.getByRole('figure', { name: /^Distance from job/ });
    await page.goto(`/company/jobs/${job.id}/detail?sort=-rating`);
    const distanceBand = picture.getByRole('link').first();
    const bandCount = Number(/^[\d,]+/.exec((await distanceBand.textContent()) ?? '')?.[0].replace(',', ''));
    await distanceBand.click();
    await expect(page).toHaveURL(/distance/);
    await expect(page.getByText(new RegExp(`^1–\\d+ of ${bandCount}$`))).toBeVisible();
    await picture.getByRole('link').and(page.locator('[aria-current]')).click();
    await expect(page).not.toHaveURL(/distance/);
  });

  await test.step('open the first applicant’s tags by keyboard', async () => {
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('j');
    await page.keyboard.press('t');
    const drawer = page.getByRole('dialog');
    const field = drawer.getByRole('combobox', { name: /^New tag for / });
    await expect(field).toBeFocused();
    await field.fill(tag);
    await field.press('Enter');
    // The timeline below mentions the tag too.
    await expect(drawer.getByText(tag, { exact: true })).toBeVisible();
    await drawer.getByRole('button', { name: `Remove tag ${tag}` }).click();
    await expect(drawer.getByText(tag, { exact: true })).toHaveCount(0);
    await field.pressSequentially(tag.slice(0, -1));
    const tagOptions = page.getByRole('listbox').getByRole('option');
    await expect(tagOptions).toHaveText([tag, `Create “${tag.slice(0, -1)}”`]);
    await expect(tagOptions.first()).toHaveAttribute('data-combobox-selected', 'true');
    await field.press('Enter');
    await expect(drawer.getByText(tag, { exact: true })).toBeVisible();
    const stars = drawer.getByRole('group', { name: /^Rating for / });
    await stars.getByRole('radio', { name: '3 stars' }).focus();
    await page.keyboard.press('Space');
    await expect(stars.getByRole('radio', { name: '3 stars' })).toBeChecked();
    await checkAccessibility();
    const openedName = await drawer.getByRole('heading', { level: 2 }).textContent();
    await drawer.getByRole('button', { name: 'Previous applicant' }).focus();
    await page.keyboard.press('j');
    await expect(drawer.getByRole('heading', { level: 2 })).not.toHaveText(openedName ?? '');
    await expect(drawer.getByText(tag)).toHaveCount(0);
    await page.keyboard.press('k');
    await expect(drawer.getByRole('heading', { level: 2 })).toHaveText(openedName ?? '');
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(table.getByRole('link', { name: openedName ?? '', exact: true })).toBeFocused();
    await expect(table.getByText(tag)).toBeVisible();
  });

  await test.step('filter by the tag and export the result', async () => {
    await page.goto(`/company/jobs/${job.id}/detail?filters=${encodeURIComponent(JSON.stringify([['tag', 'in', [tag]]]))}`);
    await expect(table.getByRole('row')).toHaveCount(2);
    await expect(table.getByText('3 of 5 stars')).toBeAttached();
    const download = page.waitForEvent('download');
    await page.getByRole('region', { name: 'Applicants' }).getByRole('button', { name: 'Export CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/^applicants-.*\.csv$/);
  });

  await test.step('the applicant’s own page', async () => {
    await table.getByRole('row').nth(1).getByRole('link').first().click();
    const name = (await page.getByRole('dialog').getByRole('heading', { level: 2 }).textContent()) ?? '';
    await page.getByRole('dialog').getByRole('link', { name: 'Open full page' }).click();
    await expect(page).toHaveURL(/\/company\/applicants\/[0-9a-f-]+\?/);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await page.getByRole('tab', { name: 'Messages' }).click();
    await expect(page).toHaveURL(/panel=messages/);
    await checkAccessibility();
  });

  await test.step('Shift selects a range, which moves to a stage together', async () => {
    await page.goto(pathOfStage('new'));
    const boxes = table.locator('tbody').getByRole('checkbox');
    await boxes.nth(1).click();
    await boxes.nth(3).click({ modifiers: ['Shift'] });
    await expect(page.getByText('3 selected', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Move to' }).click();
    await page.getByRole('menuitem', { name: 'Offer' }).click();
    await expect(page.getByText(/^3 applicants changed/)).toBeVisible();
  });

  await test.step('an applicant who leaves the filtered list leads to the next one', async () => {
    await page.goto(pathOfStage('offer'));
    const links = table.locator('tbody').getByRole('link').filter({ hasNotText: /\d/ });
    await expect(links.nth(2)).toBeVisible();
    const names = await links.allTextContents();
    await links.first().click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('button', { name: /’s stage: / }).click();
    await page.getByRole('menuitem', { name: 'Contacted' }).click();
    await expect(drawer.getByText('No longer in this list')).toBeVisible();
    await page.keyboard.press('j');
    await expect(drawer.getByRole('heading', { level: 2 })).toHaveText(names[1] ?? '');
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
  });

  await test.step('a message about the job', async () => {
    await page.getByRole('button', { name: `Actions for ${job.title}` }).click();
    await page.getByRole('menuitem', { name: 'Contact support' }).click();
    const dialog = page.getByRole('dialog', { name: 'Contact support' });
    await dialog.getByLabel('Subject').fill(`About ${tag}`);
    await dialog.getByRole('textbox', { name: 'Message' }).fill('Please tell us more about this applicant list.');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('heading', { level: 1, name: `About ${tag}` })).toBeVisible();
  });
});

test('the full page of an applicant steps through the list that it was opened from', async ({
  page,
  newVisitor,
  signInAs,
  checkAccessibility,
}) => {
  await signInAs('invoice');
  await page.goto('/company/jobs');
  // Other tests cannot change the list of this job.
  const jobId = await postJob(page, `Steps ${Date.now().toString(36)}`);
  const driverPage = await newVisitor(randomIpOptions());
  for (const firstName of ['Ada', 'Ben', 'Cal', 'Dot']) await applyToJob(driverPage, jobId, { firstName });
  const filters = encodeURIComponent(JSON.stringify([['job', 'in', [jobId]]]));
  const name = page.getByRole('heading', { level: 1 });
  const position = page.getByText(/^\d+ of \d+$/);
  const next = page.getByRole('button', { name: 'Next applicant' });
  const openLast = async () => {
    await page.getByRole('table', { name: 'Applicants' }).locator('tbody tr').last().getByRole('link').first().click();
    await page.getByRole('dialog').getByRole('link', { name: 'Open full page' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(name).not.toHaveText(/^(?:Applicants|Loading)$/);
  };

  await test.step('across the border of a page, with buttons and keys, also after a reload', async () => {
    await page.goto(`/company/applicants?size=2&sort=applicant&filters=${filters}`);
    await openLast();
    await expect(position).toHaveText(/^2 of \d+$/);
    const second = (await name.textContent()) ?? '';
    await next.click();
    await expect(position).toHaveText(/^3 of \d+$/);
    await expect(name).not.toHaveText(second);
    await expect(next).toBeFocused();
    await expect(page).toHaveURL(/page=2/);
    await page.reload();
    await expect(position).toHaveText(/^3 of \d+$/);
    await checkAccessibility();
    await name.click();
    await page.keyboard.press('k');
    await expect(name).toHaveText(second);
    await page.keyboard.press('k');
    await page.keyboard.press('k');
    await expect(position).toHaveText(/^1 of \d+$/);
    await expect(page.getByRole('button', { name: 'Previous applicant' })).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Next applicant')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('back to that list as it was', async () => {
    await next.click();
    await expect(position).toHaveText(/^2 of \d+$/);
    await next.click();
    await expect(position).toHaveText(/^3 of \d+$/);
    await page.getByRole('main').getByRole('link', { name: 'Applicants', exact: true }).click();
    await expect(page.getByText(/^3–4 of \d+$/)).toBeVisible();
    await expect(page).toHaveURL(/\/company\/applicants\?.*sort=applicant/);
    await expect(page).toHaveURL(/size=2/);
    await expect(page).toHaveURL(new RegExp(jobId));
  });

  await test.step('a job’s list and a column of the board', async () => {
    await page.goto(`/company/jobs/${jobId}/detail?size=1&sort=-application_at`);
    await openLast();
    await expect(position).toHaveText(/^1 of \d+$/);
    await next.click();
    await expect(position).toHaveText(/^2 of \d+$/);
    await page.getByRole('main').getByRole('link', { name: 'Applicants', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/company/jobs/${jobId}/detail\\?.*page=2`));
    await page.goto(`/company/applicants?view=board&filters=${filters}`);
    const column = page.getByRole('region', { name: 'New', exact: true });
    await column.getByRole('article').nth(1).getByRole('button').first().click();
    await page.getByRole('dialog').getByRole('link', { name: 'Open full page' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(position).toHaveText(/^2 of \d+$/);
    await page.getByRole('button', { name: 'Previous applicant' }).click();
    await expect(position).toHaveText(/^1 of \d+$/);
    await page.getByRole('main').getByRole('link', { name: 'Applicants', exact: true }).click();
    await expect(column).toBeVisible();
  });

  await test.step('the full page that is opened while the next page of the list loads stays', async () => {
    await page.goto(`/company/jobs/${jobId}/detail?size=1&sort=-application_at`);
    await page.getByRole('table', { name: 'Applicants' }).locator('tbody tr').first().getByRole('link').first().click();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByText(/^1 of \d+$/)).toBeVisible();
    const isNextPage = (url: string) => /"offset":1[,}]/.test(decodeURIComponent(url));
    let release = () => {};
    const isHeld = new Promise<void>((resolve) => (release = resolve));
    const nextPage = page.waitForRequest((request) => isNextPage(request.url()));
    const stopHolding = await intercept(
      page,
      (url) => isNextPage(url.href),
      async (route) => {
        await isHeld;
        await route.continue();
      },
    );
    await drawer.getByRole('button', { name: 'Next applicant' }).click();
    await nextPage;
    await drawer.getByRole('link', { name: 'Open full page' }).click();
    await expect(page).toHaveURL(/\/company\/applicants\/[0-9a-f-]+/);
    const answered = page.waitForResponse((response) => isNextPage(response.url()));
    release();
    await answered;
    await expect(position).toHaveText(/^1 of \d+$/);
    await expect(page).toHaveURL(/\/company\/applicants\/[0-9a-f-]+/);
    stopHolding();
  });

  await test.step('without a list there is nothing to step through, on a phone too', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/company/applicants?size=2&filters=${filters}`);
    await page.getByRole('main').getByRole('listitem').first().getByRole('link').first().click();
    await page.getByRole('dialog').getByRole('link', { name: 'Open full page' }).click();
    await expect(position).toHaveText(/^1 of \d+$/);
    const overflowWidth = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflowWidth).toBe(0);
    await page.goto(new URL(page.url()).pathname);
    await expect(page.getByRole('tab', { name: 'Timeline' })).toBeVisible();
    await expect(next).toHaveCount(0);
  });
});

test('a driver applies on a phone 360 pixels wide, checks the status, and withdraws', async ({ newVisitor }) => {
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

  await test.step('the form fits the screen without horizontal scrolling', async () => {
    const overflowWidth = await phone.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflowWidth).toBe(0);
    const continueButton = phone.getByRole('button', { name: 'Answer 3 required questions' });
    await expect(continueButton).toBeInViewport();
    await continueButton.tap();
    await expect(phone.getByLabel('Location')).toBeFocused();
    await expect(phone.getByLabel('CDL class')).toHaveValue('');
    await chooseAddress(phone, 'Location', '68102');
    await phone.getByLabel('Years of experience').fill('0');
    await phone.getByLabel('CDL class').selectOption('No CDL');
    await phone.getByText('Dry Van', { exact: true }).tap();
    await expect(phone.getByRole('checkbox', { name: 'Dry Van' })).toBeChecked();
  });

  await test.step('unmet requirements are listed before sending', async () => {
    await phone.getByRole('button', { name: 'Review and send' }).tap();
    const applyAnyway = phone.getByRole('button', { name: 'Apply anyway' });
    await expect(applyAnyway).toBeInViewport();
    await expect(phone.getByRole('button', { name: 'Review and send' })).toHaveCount(0);
    await expect(phone.getByRole('status').filter({ hasText: 'CDL Class' })).toContainText('No CDL');
    await phone.getByLabel('CDL class').selectOption('Class A');
    await phone.getByLabel('Years of experience').fill('4');
    await expect(phone.getByRole('status').filter({ hasText: 'CDL Class' })).toHaveCount(0);
    // Closing the keyboard on a phone does the same.
    await phone.getByLabel('Years of experience').blur();
    await phone.getByRole('button', { name: /^Apply/ }).scrollIntoViewIfNeeded();
    await expect(phone.getByRole('button', { name: 'Review and send' })).toHaveCount(0);
    const applyRequest = phone.waitForRequest((request) => request.url().includes('drivers.applyTo'));
    await phone.getByRole('button', { name: /^Apply/ }).tap();
    await expect(phone.getByRole('heading', { name: 'Application sent' })).toBeVisible();
    expect((await applyRequest).postData()).toContain('"source":"search"');
  });

  await test.step('a second visit shows that the driver has applied', async () => {
    await phone.goto(jobPath);
    await expect(phone.getByText(/^You applied on \d\d\/\d\d\/\d{4}$/)).toBeVisible();
    await expect(phone.getByRole('link', { name: 'Apply' })).toHaveCount(0);
    await phone.getByRole('link', { name: 'View application' }).tap();
    await expect(phone.getByRole('heading', { name: 'You already applied to this job' })).toBeVisible();
    await expect(phone.getByText('Sent', { exact: true })).toBeVisible();
    await phone.getByRole('link', { name: 'My applications' }).tap();
  });

  await test.step('after withdrawing, the form is available again', async () => {
    const myApplications = phone.getByRole('region', { name: 'My applications' });
    await myApplications.getByRole('button', { name: `Withdraw application for ${title}` }).tap();
    await phone.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).tap();
    await expect(myApplications.getByText('Withdrawn')).toBeVisible();
    await phone.goto(`${jobPath}/apply`);
    await expect(phone.getByRole('heading', { level: 1, name: 'Apply' })).toBeVisible();
    await expect(phone.getByLabel('Years of experience')).toHaveValue('4');
  });
});

test('the buttons above the applicants stay where they are while the chart above them loads', async ({ page, signInAs }) => {
  await signInAs('companyadmin');
  const job = await findLongestJob(page);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/applicants\.distances/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/company/jobs/${job.id}/detail`);
  const columnsButton = page.getByRole('button', { name: 'Columns' });
  await expect(columnsButton).toBeVisible();
  const chart = page.getByRole('figure', { name: /^Distance from job/ });
  await expect(chart).toBeHidden();
  const top = async () => Math.round((await columnsButton.boundingBox())?.y ?? 0);
  const topWhileLoading = await top();
  release();
  await expect(chart).toBeVisible();
  expect(await top()).toBe(topWhileLoading);
});
