import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { OAuth2Server } from 'oauth2-mock-server';
import sharp from 'sharp';
import { largeLogo } from '#shared/companies/logo.ts';
import { phone } from '#shared/format.ts';
import { en } from '#shared/texts/en.ts';
import { text } from '#shared/texts/texts.ts';
import { writeText } from '#shared/texts/write-text.ts';
import { getDnsRecordFile } from '#tests/helpers/dns-server.ts';
import { chooseOption, chooseAddress, fillCard } from './fields.ts';
import { fillSignUp, newPerson, type Person } from './people.ts';
import { baseAddress, expect, neighbours, test } from './test.ts';

const toUrlPrefixPattern = (path: string) => new RegExp(`^${baseAddress()}${path}`);
const settings = '/company/settings';

/** Creates a picture whose left half is red and whose right half is blue. */
async function makePicture(width: number, height: number): Promise<Buffer> {
  const half = { create: { width: Math.floor(width / 2), height, channels: 3 as const, background: '#d01010' } };
  return sharp({ create: { width, height, channels: 3, background: '#1020d0' } })
    .composite([{ input: await sharp(half).png().toBuffer(), left: 0, top: 0 }])
    .png()
    .toBuffer();
}

/** Signs in an employer with a new company, so that other tests do not interfere. */
async function createCompany(page: Page, person: Person = newPerson()): Promise<Person> {
  await page.goto('/signup');
  await fillSignUp(page, person);
  await expect(page).toHaveURL(toUrlPrefixPattern('/company-info'));
  await page.getByLabel('Company name').fill('Copper Ridge Lines');
  await chooseOption(page, 'Size', '11-20 employees');
  await expect(page.getByLabel('Phone')).toHaveValue(phone(person.phone));
  await page.getByLabel('Phone').fill('4355550144');
  await page.getByRole('button', { name: 'Continue' }).click();
  await chooseAddress(page, 'Address', 'Omaha, NE');
  await expect(page.getByLabel('ZIP code')).toBeEnabled();
  await page.getByRole('button', { name: 'Create company' }).click();
  await expect(page).toHaveURL(toUrlPrefixPattern('/company/jobs'));
  return person;
}

const dominantColor = async (page: Page, url: string) =>
  (await sharp(await (await page.request.get(url)).body()).stats()).dominant;

test('a company admin positions the logo, sets a color and flags, and changes the address', async ({
  page,
  checkAccessibility,
}) => {
  await createCompany(page);
  await page.goto(settings);
  await expect(page).toHaveURL(toUrlPrefixPattern(`${settings}/company-settings`));
  await expect(page.getByRole('navigation', { name: 'Settings' }).getByRole('link')).toHaveText([
    'Company',
    'Address',
    'Employees',
    'Tags',
    'Payment',
    'Billing',
    'Company log',
    'Notifications',
    'Your account',
    'Password',
  ]);

  await test.step('position the logo', async () => {
    await page.setInputFiles('input[type=file]', { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
    await expect(page.getByText('Use a PNG, JPG, WebP or GIF image')).toBeVisible();
    const buffer = await makePicture(1200, 400);
    await page.setInputFiles('input[type=file]', { name: 'logo.png', mimeType: 'image/png', buffer });
    const dialog = page.getByRole('dialog', { name: 'Position your logo' });
    const size = dialog.getByRole('slider', { name: 'Image size' });
    await expect(size).toHaveAttribute('aria-valuenow', '340');
    await size.press('End');
    await expect(size).toHaveAttribute('aria-valuenow', '700');
    await size.press('ArrowLeft');
    await expect(size).toHaveAttribute('aria-valuenow', '690');
    await checkAccessibility();
    const imageFrame = dialog.getByRole('button', { name: /^Image in the frame/ });
    const box = await imageFrame.boundingBox();
    if (!box) throw new Error('The stage is not there');
    // The picture is dragged far to the right, until its left half fills the crop window.
    await page.mouse.move(box.x + 20, box.y + 80);
    await page.mouse.down();
    await page.mouse.move(box.x + 360, box.y + 80, { steps: 4 });
    await page.mouse.up();
    await dialog.getByRole('button', { name: 'Use this logo' }).click();
    await expect(dialog).toHaveCount(0);
    const logo = page.getByRole('img', { name: 'Your logo' });
    await expect(logo).toBeVisible();
    const { r, b } = await dominantColor(page, (await logo.getAttribute('src')) ?? '');
    expect(r).toBeGreaterThan(b);
    const logoBox = await logo.boundingBox();
    expect([logoBox?.width, logoBox?.height]).toEqual([largeLogo.width, largeLogo.height]);
  });

  await page.getByRole('radio', { name: 'Teal' }).click();
  await page.getByRole('switch', { name: 'Requisition numbers' }).check();
  await page.getByRole('link', { name: 'Address' }).click();
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(en.errors.updated)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Teal' })).toBeChecked();
  await expect(page.getByRole('switch', { name: 'Requisition numbers' })).toBeChecked();
  await page.goto('/company/jobs/new');
  await expect(page.getByLabel('Requisition number')).toBeVisible();

  await page.goto(`${settings}/address-settings`);
  await expect(page.getByRole('figure', { name: /^Map: .*Omaha, NE/ })).toBeVisible();
  await chooseAddress(page, 'Address', 'Tulsa, OK');
  await expect(page.getByLabel('ZIP code')).toBeEnabled();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('figure', { name: /^Map: .*Tulsa, OK/ })).toBeVisible();
});

test('two admins can edit different fields, and a conflict on the same field is shown', async ({ page }) => {
  await createCompany(page);
  const otherTab = await page.context().newPage();
  for (const one of [page, otherTab]) await one.goto(`${settings}/company-settings`);
  await otherTab.getByLabel('Phone').fill('4355550155');
  await otherTab.getByLabel('Company name').fill('Copper Ridge Freight');
  await otherTab.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(otherTab.getByText(en.errors.updated)).toBeVisible();

  await page.getByLabel('Company name').fill('Copper Ridge Trucking');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const versionTable = page.getByRole('table', { name: 'Both versions' });
  await expect(versionTable.getByRole('row', { name: /Company name/ })).toContainText('Copper Ridge Freight');
  await expect(versionTable.getByRole('row')).toHaveCount(2);
  await expect(page.getByLabel('Phone')).toHaveValue('(435)555-0155');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(versionTable).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('Company name')).toHaveValue('Copper Ridge Trucking');
  await expect(page.getByLabel('Phone')).toHaveValue('(435)555-0155');
});

test('a pasted number with an extension fills both fields, also on a narrow screen, and is kept', async ({
  page,
  context,
  checkAccessibility,
}) => {
  await createCompany(page);
  await page.goto(`${settings}/company-settings`);
  await page.setViewportSize({ width: 390, height: 844 });
  const [number, extension] = [page.getByLabel('Phone'), page.getByLabel('Ext.')];
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => navigator.clipboard.writeText('402-555-0143 ext. 12'));
  await number.selectText();
  await page.keyboard.press('ControlOrMeta+V');
  await expect(number).toHaveValue('(402)555-0143');
  await expect(extension).toHaveValue('12');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await checkAccessibility();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(en.errors.updated)).toBeVisible();
  await page.reload();
  await expect(number).toHaveValue('(402)555-0143');
  await expect(extension).toHaveValue('12');
  await number.fill('402-555-0144');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(en.errors.updated)).toBeVisible();
  await page.reload();
  await expect(number).toHaveValue('(402)555-0144');
  await expect(extension).toHaveValue('12');
});

test('the company email changes when anyone opens its link', async ({ page, newVisitor, emailedPath, checkAccessibility }) => {
  const person = await createCompany(page);
  await page.goto(await emailedPath(person.email, '/email/validation'));
  await expect(page).toHaveURL(toUrlPrefixPattern('/email/validation/success'));
  await page.goto(`${settings}/company-settings`);
  const newEmail = `desk-${person.email}`;
  await page.getByRole('textbox', { name: 'Company email' }).fill(newEmail);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Verify the new company email')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Company email' })).toHaveValue(person.email);
  await checkAccessibility();
  const link = await emailedPath(newEmail, '/email/company');
  const visitor = await newVisitor();
  await visitor.goto(link);
  await expect(visitor.getByRole('heading', { name: 'Company email verified' })).toBeVisible();
  await visitor.goto(link);
  await expect(visitor.getByRole('heading', { name: 'Couldn’t verify the company email' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Company email' })).toHaveValue(newEmail);
  await expect(page.getByText('Verify the new company email')).toHaveCount(0);
});

test('a card is stored, replaced and removed; tags are added and deleted', async ({ page }) => {
  await createCompany(page);
  await page.goto(`${settings}/payment`);
  const enterCard = async (number: string) => {
    await fillCard(page, number);
    await page.getByRole('button', { name: 'Save card' }).click();
  };
  await page.getByRole('button', { name: 'Add card' }).click();
  await enterCard('4111111111111111');
  await expect(page.getByText('Visa ending in 1111')).toBeVisible();
  await page.getByRole('button', { name: 'Replace' }).click();
  await enterCard('5555555555554444');
  await expect(page.getByText('Mastercard ending in 4444')).toBeVisible();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page
    .getByRole('dialog', { name: 'Remove Mastercard ending in 4444?' })
    .getByRole('button', { name: 'Remove card' })
    .click();
  await expect(page.getByRole('heading', { name: 'No saved card' })).toBeVisible();

  await page.getByRole('link', { name: 'Tags' }).click();
  await expect(page.getByRole('heading', { name: 'No tags yet' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Tag' }).fill('Call back');
  await page.getByRole('button', { name: 'Add tag' }).click();
  await expect(page.getByRole('row', { name: /Call back/ })).toBeVisible();
  await page.getByRole('textbox', { name: 'Tag' }).fill('CALL BACK');
  await page.getByRole('button', { name: 'Add tag' }).click();
  await expect(page.getByText('The tag CALL BACK already exists')).toBeVisible();
  await page.getByRole('button', { name: 'Delete tag Call back' }).click();
  const confirmDialog = page.getByRole('dialog', { name: 'Delete tag “Call back”?' });
  await expect(confirmDialog).toContainText('Not in use.');
  await confirmDialog.getByRole('button', { name: 'Delete tag' }).click();
  await expect(page.getByRole('heading', { name: 'No tags yet' })).toBeVisible();
});

test('a company user can view but not change the settings; on a phone the sections are in a drop-down', async ({
  page,
  signInAs,
}) => {
  await signInAs('company');
  await page.goto(settings);
  await expect(page.getByRole('heading', { name: 'Company settings' })).toBeVisible();
  await expect(page.getByText('Only company admins can change these settings.')).toBeVisible();
  const phoneLink = page.getByRole('link', { name: '(402)555-0100 ext. 12' });
  await expect(phoneLink).toHaveAttribute('href', 'tel:+14025550100;ext=12');
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Company log' })).toHaveCount(0);
  await page.goto(`${settings}/log`);
  await expect(page).toHaveURL(toUrlPrefixPattern(`${settings}/company-settings`));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('combobox', { name: 'Settings' }).selectOption({ label: 'Billing' });
  await expect(page).toHaveURL(toUrlPrefixPattern(`${settings}/billing`));
  await page.getByRole('tab', { name: 'Order history' }).click();
  await expect(page).toHaveURL(toUrlPrefixPattern(`${settings}/billing/order-history`));
});

test('users of a canceled company can open only its settings and billing history', async ({ page, newVisitor, signInAs }) => {
  const person = await createCompany(page);
  await page.goto('/company/jobs');
  const name = `Cancelled ${person.email.replace(/\W/g, ' ')}`;
  await page.goto(`${settings}/company-settings`);
  await page.getByLabel('Company name').fill(name);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(en.errors.updated)).toBeVisible();

  const adminPage = await newVisitor();
  await signInAs('admin', adminPage);
  await adminPage.goto(`/admin/company-list?q=${encodeURIComponent(name)}`);
  await adminPage.getByRole('button', { name: `Actions for ${name}` }).click();
  await adminPage.getByRole('menuitem', { name: 'Cancel company' }).click();
  await adminPage.getByRole('dialog').getByRole('button', { name: 'Cancel company' }).click();
  // The dialog closes before the company's status changes.
  await expect(adminPage.getByText(`${name} was canceled`)).toBeVisible();

  await page.goto('/company/jobs');
  await expect(page).toHaveURL(toUrlPrefixPattern(`${settings}/company-settings`));
  await expect(page.getByText(`${name}’s account was canceled`)).toBeVisible();
  await page.goto(`${settings}/billing`);
  await expect(page.getByRole('heading', { name: 'Billing history' })).toBeVisible();
  await page.goto(`${settings}/tags`);
  await expect(page).toHaveURL(toUrlPrefixPattern(`${settings}/company-settings`));
});

test('an address outside the US is cleared with a toast, even if the form is submitted before blur', async ({
  page,
  signInAs,
}) => {
  await signInAs('companyadmin');
  await page.goto(`${settings}/address-settings`);
  const address = page.getByRole('combobox', { name: 'Address' });
  await address.fill('290 Bremner Blvd, Toronto, ON');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(address).toHaveValue('');
  await expect(address).toHaveAccessibleDescription(new RegExp(en.errors.addressNotUs));
  await expect(page.getByRole('alert').filter({ hasText: en.errors.addressNotUs })).toBeVisible();
});

test.describe('company sign-in', () => {
  let provider: OAuth2Server;
  const claims: Record<string, unknown> = {};

  test.beforeAll(async () => {
    provider = new OAuth2Server();
    await provider.issuer.keys.generate('RS256');
    await provider.start(0, '127.0.0.1');
    neighbours.add(new URL(provider.issuer.url ?? '').origin);
    provider.service.on('beforeTokenSigning', ({ payload }: { payload: object }) => Object.assign(payload, claims));
  });
  test.afterAll(() => provider.stop());

  test('is set up by an admin and used by an employee to sign in', async ({ page, newVisitor, checkAccessibility }) => {
    await createCompany(page);
    const domain = `carrier-${Date.now()}.example`;
    await page.goto(`${settings}/company-settings`);
    const form = page.getByRole('form', { name: 'Company sign-in' });
    await form.getByLabel('Email domain').fill(domain);
    await form.getByLabel('Issuer URL').fill(provider.issuer.url ?? '');
    await form.getByLabel('Client ID').fill('haulboard');
    await form.getByLabel('Client secret').fill('a secret of the provider');
    await form.getByRole('switch', { name: 'Create accounts at first sign-in' }).check();
    await form.getByRole('button', { name: 'Save company sign-in' }).click();
    await expect(page.getByText(`Verify ${domain}`)).toBeVisible();
    const dnsRecord = page.getByText(/^haulboard-domain-verification=/);
    await expect(dnsRecord).toBeVisible();
    await expect(form.getByLabel('Client secret')).toHaveValue('');
    await checkAccessibility();
    await page.getByRole('button', { name: 'Check DNS record' }).click();
    await expect(page.getByText(writeText(text('errors.dnsRecordNotFound', { domain }), 'en'))).toBeVisible();
    writeFileSync(getDnsRecordFile(process.env['E2E_DATA_DIR'] ?? ''), await dnsRecord.innerText());
    await page.getByRole('button', { name: 'Check DNS record' }).click();
    await expect(page.getByText(`${domain} is verified`).first()).toBeVisible();

    const visitor = await newVisitor();
    await visitor.goto('/login');
    await visitor.getByRole('button', { name: 'Continue with SSO' }).click();
    const email = visitor.getByLabel('Work email');
    await expect(email).toBeFocused();
    await email.fill('someone@no-provider.example');
    await visitor.getByRole('button', { name: 'Continue to company sign-in' }).click();
    await expect(visitor.getByRole('alert')).toHaveText(en.errors.noCompanySignIn);
    Object.assign(claims, { sub: 'dana', email: `dana@${domain}`, email_verified: true });
    await email.fill(`dana@${domain}`);
    await visitor.getByRole('button', { name: 'Continue to company sign-in' }).click();
    await expect(visitor).toHaveURL(toUrlPrefixPattern('/company/jobs'));

    await form.getByLabel('Client ID').fill('another');
    await form.getByLabel('Client secret').fill('another secret');
    await form.getByRole('button', { name: 'Save company sign-in' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await visitor.reload();
    await expect(visitor).toHaveURL(toUrlPrefixPattern('/company/jobs'));
    await form.getByRole('button', { name: 'Save company sign-in' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
    await expect(form.getByLabel('Client secret')).toHaveValue('');
    // In a new tab, because the open page may be leaving for the sign-in screen by itself, which would cancel a reload.
    const newTab = await visitor.context().newPage();
    await newTab.goto('/company/jobs');
    await expect(newTab).toHaveURL(toUrlPrefixPattern('/login'));

    await form.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText(en.settings.companySignInRemoved)).toBeVisible();
    await expect(form.getByLabel('Email domain')).toHaveValue('');
  });

  test('a response that this tab did not request signs no one in', async ({ page }) => {
    await page.goto('/login/social?code=a-code&state=another-tabs');
    await expect(page).toHaveURL('/login');
    await expect(page.getByText(en.signUp.signInNotConfirmed)).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
  });
});
