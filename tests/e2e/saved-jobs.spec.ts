import { intercept } from './interception.ts';
import { fillLogin, newPerson, randomIpOptions, registerDriver, signInByApi } from './people.ts';
import { expect, test } from './test.ts';

const phone = { width: 390, height: 844 };

test('a driver saves jobs on public pages, finds them under Saved, and removes one with undo', async ({
  page,
  newVisitor,
  checkAccessibility,
}) => {
  const driver = newPerson({ firstName: 'Sadie', lastName: 'Saver' });
  await test.step('signed out, Save leads to sign-in, and the job is then saved', async () => {
    const visitor = await newVisitor({ viewport: phone, ...randomIpOptions() });
    await registerDriver(visitor, driver);
    await visitor.goto('/jobs');
    const firstCard = visitor.locator('.job').first();
    const title = await firstCard.getByRole('heading').textContent();
    await firstCard.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(visitor).toHaveURL(/\/login\?next=/);
    // A list that was requested before the job is saved arrives after that. The screen must not keep it.
    const saved = visitor.waitForResponse(/\/trpc\/[^?]*drivers\.saveJob\b/);
    await intercept(visitor, /\/trpc\/[^?]*drivers\.savedJobs\b/, async (route) => {
      const response = await route.fetch();
      await saved;
      await route.fulfill({ response });
    });
    await fillLogin(visitor, driver);
    await expect(visitor).toHaveURL(/\/members\/saved$/);
    await expect(visitor.getByRole('list', { name: 'Saved jobs' }).getByRole('listitem')).toContainText([title ?? '']);
  });

  await page.setViewportSize(phone);
  await signInByApi(page, driver);
  await test.step('the search and a job’s page show what is saved', async () => {
    await page.goto('/jobs');
    await expect(page.locator('.job').first().getByRole('button', { name: 'Saved' })).toHaveAttribute('aria-pressed', 'true');
    await page.locator('.job').nth(1).getByRole('heading').getByRole('link').click();
    const save = page.locator('.apply').getByRole('button');
    await expect(save).toHaveAccessibleName('Save');
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/member/saved-jobs') && answer.status() === 201);
    await save.click();
    await saved;
    await expect(save).toHaveAccessibleName('Saved');
    await page.reload();
    await expect(save).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('the list has both, leads to the application, and can be undone', async () => {
    await page.goto('/members/home');
    await page.getByRole('navigation', { name: 'Quick links' }).getByRole('link', { name: 'Saved' }).click();
    const items = page.getByRole('list', { name: 'Saved jobs' }).getByRole('listitem');
    await expect(items).toHaveCount(2);
    await checkAccessibility();
    await items
      .first()
      .getByRole('button', { name: /^Remove / })
      .click();
    await expect(items).toHaveCount(1);
    await page.getByRole('button', { name: /^Save .* again$/ }).click();
    await expect(items).toHaveCount(2);
    const token = await page.evaluate(() => localStorage.getItem('accessToken'));
    const headers = { authorization: `Bearer ${token}` };
    const profile = { city: 'Omaha', state: 'NE', postal_code: '68102', cdl_status: 'Class A', years_of_experience: 4 };
    await page.request.patch('/api/1.0/member/profile', { headers, data: profile });
    const ids = await page.request.get('/api/1.0/member/saved-jobs?limit=1', { headers });
    const { data } = (await ids.json()) as { data: { job_id: string }[] };
    expect((await page.request.post(`/api/1.0/jobs/${data[0]?.job_id}/apply`, { headers, data: {} })).status()).toBe(201);
    await page.reload();
    await expect(items.first()).toContainText('You applied on');
    await expect(items.first().getByRole('link', { name: /^Apply for / })).toHaveCount(0);
    await expect(items.nth(1).getByRole('link', { name: /^Apply for / })).toBeVisible();
  });

  await test.step('the profile names what is missing, and focuses its field', async () => {
    await page.getByRole('navigation', { name: 'Quick links' }).getByRole('link', { name: 'Profile' }).click();
    await page.getByRole('button', { name: 'Types of driving' }).click();
    await expect(page.getByRole('group', { name: 'What have you driven?' }).getByRole('checkbox').first()).toBeFocused();
    await page.getByRole('button', { name: 'Home time' }).click();
    await expect(page.getByLabel('Home time')).toBeFocused();
    await checkAccessibility();
  });
});

test('people who are not drivers cannot save jobs', async ({ page, signInAs }) => {
  await signInAs('company');
  await page.goto('/jobs');
  await expect(page.locator('.job').first()).toBeVisible();
  await expect(page.locator('.save').first()).toBeHidden();
});
