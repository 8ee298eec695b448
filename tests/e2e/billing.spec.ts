import { expect, test } from './test.ts';

test('an administrator credits an invoice and marks it paid; its company sees both and keeps the receipt', async ({
  page,
  signInAs,
  newVisitor,
}) => {
  await signInAs('superadmin');
  await page.goto('/admin/invoices?view=open&sort=-billing_date');
  const first = page.getByRole('row').filter({ hasText: 'Great Basin Logistics' }).first();
  const number = (await first.getByText(/^INV-\d{4}-\d{6}$/).textContent()) ?? '';
  await page.goto(`/admin/invoices?q=${number}`);
  const row = page.getByRole('row').filter({ hasText: number });
  const act = async (name: string) => {
    await row.getByRole('button', { name: `Actions for ${number}` }).click();
    await page.getByRole('menuitem', { name }).click();
  };

  await act('Credit');
  const credit = page.getByRole('dialog', { name: `Credit ${number}` });
  await credit.getByRole('textbox', { name: 'Amount' }).fill('5000');
  await credit.getByLabel('Reason').fill('The job was down for a day');
  await credit.getByRole('button', { name: 'Credit', exact: true }).click();
  await expect(credit.getByText(/^Enter \$\d+\.00 or less$/)).toBeVisible();
  await credit.getByRole('textbox', { name: 'Amount' }).fill('25.50');
  await credit.getByRole('button', { name: 'Credit', exact: true }).click();
  await expect(page.getByText('$25.50 credited')).toBeVisible();

  await act('Mark paid');
  const paid = page.getByRole('dialog', { name: `Mark ${number} paid?` });
  await paid.getByLabel('Payment reference').fill('Check 1042');
  await paid.getByRole('button', { name: 'Mark paid' }).click();
  await expect(row.getByText('Partly refunded')).toBeVisible();

  const payer = await newVisitor();
  await signInAs('invoice', payer);
  await payer.goto(`/company/settings/billing/order-history?q=${number}`);
  await payer.getByRole('button', { name: `Details for ${number}` }).click();
  await expect(payer.getByRole('list', { name: `Refunds for ${number}` })).toContainText('The job was down for a day');
  await expect(payer.getByText(/Check 1042/)).toBeVisible();
  const [download] = await Promise.all([
    payer.waitForEvent('download'),
    payer.getByRole('button', { name: 'Download receipt' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${number}.pdf`);
});

test('an administrator gives a card payment of the demo back', async ({ page, signInAs }) => {
  await signInAs('superadmin');
  await page.goto('/admin/invoices?view=paid&sort=billing_date');
  const row = page.getByRole('row').filter({ hasText: 'Prairie Freight' }).first();
  const number = (await row.getByText(/^INV-\d{4}-\d{6}$/).textContent()) ?? '';
  await page.goto(`/admin/invoices?q=${number}`);
  await page.getByRole('button', { name: `Actions for ${number}` }).click();
  await page.getByRole('menuitem', { name: 'Refund' }).click();
  const dialog = page.getByRole('dialog', { name: `Refund ${number}` });
  await dialog.getByRole('radio', { name: 'Partial' }).check();
  await expect(dialog.getByRole('textbox', { name: 'Amount' })).toHaveValue('');
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('100');
  await dialog.getByLabel('Reason').fill('The route was changed');
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(page.getByText('$100.00 refunded')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: number })).toContainText('Partly refunded');
});

test('a company’s people are told in the app, and mark it read', async ({ page, signInAs }) => {
  await signInAs('companyadmin');
  await page.goto('/company/jobs');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByRole('link', { name: 'See all' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
  await page.getByRole('link', { name: 'Email preferences' }).click();
  const boosts = page.getByRole('switch', { name: 'Boosts' });
  await expect(boosts).toBeChecked();
  await boosts.click();
  await expect(boosts).not.toBeChecked();
  await page.reload();
  await expect(boosts).not.toBeChecked();
  await boosts.click();
  await expect(boosts).toBeChecked();
});
