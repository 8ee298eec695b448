import { expect, test } from './test.ts';

test('an administrator credits an invoice and marks it paid; the company sees both and downloads the receipt', async ({
  page,
  signInAs,
  newVisitor,
}) => {
  await signInAs('superadmin');
  await page.goto('/admin/invoices?view=open&sort=-billing_date');
  const openInvoiceRow = page.getByRole('row').filter({ hasText: 'Great Basin Logistics' }).first();
  const invoiceNumber = (await openInvoiceRow.getByText(/^INV-\d{4}-\d{6}$/).textContent()) ?? '';
  await page.goto(`/admin/invoices?q=${invoiceNumber}`);
  const row = page.getByRole('row').filter({ hasText: invoiceNumber });
  const selectAction = async (name: string) => {
    await row.getByRole('button', { name: `Actions for ${invoiceNumber}` }).click();
    await page.getByRole('menuitem', { name }).click();
  };

  await selectAction('Credit');
  const creditDialog = page.getByRole('dialog', { name: `Credit ${invoiceNumber}` });
  await creditDialog.getByRole('textbox', { name: 'Amount' }).fill('5000');
  await creditDialog.getByLabel('Reason').fill('The job was down for a day');
  await creditDialog.getByRole('button', { name: 'Credit', exact: true }).click();
  await expect(creditDialog.getByText(/^Enter \$\d+\.00 or less$/)).toBeVisible();
  await creditDialog.getByRole('textbox', { name: 'Amount' }).fill('25.50');
  await creditDialog.getByRole('button', { name: 'Credit', exact: true }).click();
  await expect(page.getByText('$25.50 credited')).toBeVisible();

  await selectAction('Mark paid');
  const paidDialog = page.getByRole('dialog', { name: `Mark ${invoiceNumber} paid?` });
  await paidDialog.getByLabel('Payment reference').fill('Check 1042');
  await paidDialog.getByRole('button', { name: 'Mark paid' }).click();
  await expect(row.getByText('Partly refunded')).toBeVisible();

  const payer = await newVisitor();
  await signInAs('invoice', payer);
  await payer.goto(`/company/settings/billing/order-history?q=${invoiceNumber}`);
  await payer.getByRole('button', { name: `Details for ${invoiceNumber}` }).click();
  await expect(payer.getByRole('list', { name: `Refunds for ${invoiceNumber}` })).toContainText('The job was down for a day');
  await expect(payer.getByText(/Check 1042/)).toBeVisible();
  const [download] = await Promise.all([
    payer.waitForEvent('download'),
    payer.getByRole('button', { name: 'Download receipt' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${invoiceNumber}.pdf`);
});

test('an administrator refunds a card payment from the demo data', async ({ page, signInAs }) => {
  await signInAs('superadmin');
  await page.goto('/admin/invoices?view=paid&sort=billing_date');
  const row = page.getByRole('row').filter({ hasText: 'Prairie Freight' }).first();
  const invoiceNumber = (await row.getByText(/^INV-\d{4}-\d{6}$/).textContent()) ?? '';
  await page.goto(`/admin/invoices?q=${invoiceNumber}`);
  await page.getByRole('button', { name: `Actions for ${invoiceNumber}` }).click();
  await page.getByRole('menuitem', { name: 'Refund' }).click();
  const dialog = page.getByRole('dialog', { name: `Refund ${invoiceNumber}` });
  await dialog.getByRole('radio', { name: 'Partial' }).check();
  await expect(dialog.getByRole('textbox', { name: 'Amount' })).toHaveValue('');
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('100');
  await dialog.getByLabel('Reason').fill('The route was changed');
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(page.getByText('$100.00 refunded')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: invoiceNumber })).toContainText('Partly refunded');
});

test('a company user opens their notifications and turns an email preference off and on', async ({ page, signInAs }) => {
  await signInAs('companyadmin');
  await page.goto('/company/jobs');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByRole('link', { name: 'See all' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
  await page.getByRole('link', { name: 'Notification settings' }).click();
  const boosts = page.getByRole('switch', { name: 'Boosts' });
  await expect(boosts).toBeChecked();
  await boosts.click();
  await expect(boosts).not.toBeChecked();
  await page.reload();
  await expect(boosts).not.toBeChecked();
  await boosts.click();
  await expect(boosts).toBeChecked();
});
