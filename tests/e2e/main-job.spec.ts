import { expect, test } from './test.ts';

/** The main job (issue of the house): a carrier posts at two real addresses and pays; a driver applies; it is seen live. */
test('a carrier signs up, posts a job at two addresses, pays, and sees the driver arrive', async ({
  page,
  browser,
  mailedPath,
}) => {
  const stamp = Date.now().toString(36);
  const carrier = `wanda-${stamp}@redrock.example`;
  const driver = `june-${stamp}@driver.example`;
  const title = `Canyon Country Tanker Driver ${stamp}`;
  const password = 'Long-Haul#2026';

  await test.step('sign up', async () => {
    await page.goto('/signup');
    await page.getByLabel('Email').fill(carrier);
    await page.getByRole('button', { name: "Let's Go" }).click();
    await page.getByLabel('Confirm email').fill(carrier);
    await page.getByLabel('First name').fill('Wanda');
    await page.getByLabel('Last name').fill('Stone');
    await page.getByLabel('Phone').fill('4355550188');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await page.getByRole('button', { name: "Let's Go" }).click();
    await expect(page).toHaveURL(/\/company-info/);
  });

  await test.step('create the company', async () => {
    await page.getByLabel('Company name').fill('Red Rock Hauling');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('combobox', { name: 'Address' }).fill('100 S State St, Salt Lake City, UT 84111');
    await page.getByRole('option').first().click();
    await page.getByRole('button', { name: 'Create company' }).click();
    await expect(page).toHaveURL(/\/company\/jobs/);
  });

  await test.step('verify the email', async () => {
    await page.goto(await mailedPath(carrier, '/email/validation'));
    await expect(page).toHaveURL(/\/email\/validation\/success/);
  });

  await test.step('describe the job; the draft survives a reload', async () => {
    await page.goto('/company/jobs');
    await page.getByRole('link', { name: 'Create New Job' }).first().click();
    await page.getByLabel('Job title').fill(title);
    await page
      .getByLabel('Job type')
      .selectOption({ label: 'Tanker' })
      .catch(() => choose('Job type', 'Tanker'));
    await choose('Required experience', '1-2 years');
    await choose('Home time', 'Every weekend');
    await page.getByLabel('Job description').fill('Haul water and fuel between Moab and Price.\n\nHome every weekend.');
    await page.getByLabel('Expected pay').fill('1875');
    await page.reload();
    await expect(page.getByLabel('Job title')).toHaveValue(title);
    await page.getByRole('button', { name: 'Continue to addresses' }).click();
  });

  async function choose(label: string, option: string): Promise<void> {
    const field = page.getByRole('combobox', { name: label }).or(page.getByLabel(label)).first();
    const tag = await field.evaluate((element) => element.tagName);
    if (tag === 'SELECT') {
      await field.selectOption({ label: option });
      return;
    }
    await field.click();
    await page.getByRole('option', { name: option, exact: true }).click();
  }

  await test.step('two addresses, an add-on', async () => {
    for (const address of ['125 E Center St, Moab, UT 84532', '185 E Main St, Price, UT 84501']) {
      await page.getByRole('combobox', { name: 'Add an address' }).fill(address);
      await page.getByRole('option').first().click();
    }
    await expect(page.getByRole('table', { name: 'Chosen addresses' }).getByRole('row')).toHaveCount(4);
    await page.getByRole('button', { name: 'Continue to add-ons' }).click();
    await page.getByRole('checkbox', { name: /Promote/ }).check();
    await page.getByRole('button', { name: /Continue/ }).click();
    await expect(page).toHaveURL(/payment-method/);
  });

  await test.step('a declined card tells why and loses nothing; a good one pays', async () => {
    await expect(page.getByText('$800').first()).toBeVisible();
    const card = page.frameLocator('iframe');
    const enter = async (number: string) => {
      await card.getByLabel('Card number').fill(number);
      await card.getByLabel('Expiration date').fill('12/30');
      await card.getByLabel('Security code').fill('123');
      await page.getByRole('button', { name: /^Pay/ }).click();
    };
    await enter('4000000000009995');
    await expect(page.getByText(/insufficient/i).first()).toBeVisible();
    await enter('4111111111111111');
    await expect(page.getByText('Payment completed successfully')).toBeVisible();
    await expect(page).toHaveURL(/\/company\/jobs/);
    await expect(page.getByRole('link', { name: title })).toHaveCount(2);
  });

  await test.step('the gateway took the money once', async () => {
    const { data } = (await (await page.request.get('/gateway/ledger')).json()) as {
      data: { amount: number; response_code: number }[];
    };
    expect(data.filter((row) => row.response_code === 100 && row.amount === 800_00)).toHaveLength(1);
  });

  const detail = page.getByRole('link', { name: title }).first();
  await detail.click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  const [, jobId] = /jobs\/([0-9a-f-]+)\/detail/.exec(page.url()) ?? [];

  await test.step('a driver on a phone finds it and applies', async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL: process.env['BASE_URL'] });
    await context.addCookies([{ name: 'termsAccepted', value: 'true', url: process.env['BASE_URL'] ?? '' }]);
    const phone = await context.newPage();
    await phone.goto(`/jobs?query=${encodeURIComponent(title)}`);
    await expect(phone.getByRole('link', { name: title }).first()).toBeVisible();
    await phone.goto(`/jobs/${jobId}`);
    await phone.getByRole('link', { name: 'Apply' }).first().click();
    await phone
      .getByRole('link', { name: /sign up|account/i })
      .first()
      .click();
    await phone.getByLabel('Email').fill(driver);
    await phone.getByRole('button', { name: "Let's Go" }).click();
    await phone.getByLabel('Confirm email').fill(driver);
    await phone.getByLabel('First name').fill('June');
    await phone.getByLabel('Last name').fill('Pacheco');
    await phone.getByLabel('Phone').fill('4355550111');
    await phone.getByLabel('Password', { exact: true }).fill(password);
    await phone.getByLabel('Confirm password').fill(password);
    await phone.getByRole('button', { name: "Let's Go" }).click();
    await expect(phone.getByRole('heading', { name: 'Apply' })).toBeVisible();
    await phone.getByRole('combobox', { name: 'Where you live' }).fill('84501');
    await phone.getByRole('option').first().click();
    await phone.getByLabel('CDL').selectOption({ label: 'CDL Class A' });
    await phone.getByLabel('Years of experience').fill('6');
    await phone
      .getByRole('button', { name: /Send|Apply/ })
      .first()
      .click();
    await expect(phone.getByRole('heading', { name: 'Your application is on its way' })).toBeVisible();
    await phone.goto('/members/home');
    await expect(phone.getByText(title).first()).toBeVisible();
    await context.close();
  });

  await test.step('the applicant arrives without a reload', async () => {
    await expect(page.getByText('June Pacheco').first()).toBeVisible();
  });
});
