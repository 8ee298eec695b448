import { expect, test } from './test.ts';

test('a driver sees how fast a company answers, and that Haulboard reminded one that did not', async ({
  page,
  signInAs,
  checkAccessibility,
}) => {
  const usual = page.getByText(/^Usually answers within (a day|\d+ days)$/);
  await page.goto('/jobs?query=Omaha%20Regional%20Dry%20Van');
  await page.getByRole('link', { name: 'CDL-A Regional Dry Van Driver, Omaha' }).first().click();
  await expect(usual).toBeVisible();
  const { pathname } = new URL(page.url());

  await signInAs('driver');
  await page.goto(`/apply/${pathname.split('/').at(-1)}`);
  await expect(usual).toBeVisible();

  await page.goto('/members/applications');
  await expect(page.getByText(/^No answer yet\. We reminded .+ on \d\d\/\d\d\/\d{4}\.$/)).toBeVisible();
  await checkAccessibility();
});
