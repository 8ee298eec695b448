import { z } from 'zod';
import type { Reader } from '#server/lists/filter.ts';
import type { Services } from '#server/services.ts';
import { receiptFileName } from '#server/receipts/receipt.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { mailReceipt } from './mail-receipts.ts';
import { receiptByNumber } from './receipts.ts';

/** A file as the REST door sends it, whole. */
export type PdfFile = { fileName: string; content: Buffer };

export const pdfFileSchema = z.custom<PdfFile>(
  (value) => typeof value === 'object' && value !== null && 'content' in value && Buffer.isBuffer(value.content),
  'A file is required',
);

type Wanted = { invoiceId: string; refund?: number | undefined };

/** The PDF of an invoice or a refund, made anew from the ledger, with the days of its reader as the screens show them. */
export async function receiptFile(
  { db }: Pick<Services, 'db'>,
  scope: CompanyScope,
  { timeZone, ...wanted }: Wanted & Reader,
): Promise<PdfFile> {
  const { receipt } = await receiptByNumber(db, scope, wanted);
  const { receiptPdf } = await import('#server/receipts/receipt-pdf.ts');
  return { fileName: receiptFileName(receipt), content: await receiptPdf(timeZone ? { ...receipt, timeZone } : receipt) };
}

/** Where the PDF is; with `send` it is mailed to whoever is billed as well. */
export async function receiptAddress(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  scope: CompanyScope,
  { send = false, ...wanted }: Wanted & { send?: boolean | undefined },
): Promise<{ url: string }> {
  const found = await receiptByNumber(db, scope, wanted);
  const { receipt } = found;
  if (send) {
    if (receipt.kind === 'refund') await mailReceipt(db, 'refund_made', found, {});
    else if (receipt.status === 'void')
      await mailReceipt(db, 'invoice_voided', found, { reason: found.invoice.voidReason ?? '' });
    else await mailReceipt(db, receipt.status === 'paid' ? 'payment_receipt' : 'invoice_issued', found, {});
  }
  const query = wanted.refund === undefined ? '' : `?refund=${wanted.refund}`;
  return { url: `${settings.publicUrl}/api/1.0/payment/receipts/${encodeURIComponent(wanted.invoiceId)}${query}` };
}
