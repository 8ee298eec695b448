import * as format from '#shared/format.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import { platformZone } from '#shared/time-zone.ts';
import type { Email, EmailTemplates } from '#server/mail/layout.ts';
import type { Receipt } from '#server/receipts/receipt.ts';

/** Emails about a company's bills (`docs/product/money.md#receipts`). The receipt is attached as a PDF. */
export type BillingMails = {
  invoice_issued: { receipt: Receipt };
  payment_receipt: { receipt: Receipt };
  refund_made: { receipt: Receipt };
  /** `daysLate` counts from the due date. Below 1 the invoice is not overdue yet. */
  invoice_reminder: { receipt: Receipt; daysLate: number };
  invoice_voided: { receipt: Receipt; reason: string };
  card_expiring: { companyName: string; card: string; expires: string; isOver: boolean };
};

const history = (url: string) => `${url}/company/settings/billing/order-history`;
const dueDay = ({ dueAt, timeZone = platformZone }: Receipt) => format.date(dueAt, timeZone);
const paidDay = ({ paidAt, timeZone = platformZone }: Receipt) => format.date(paidAt, timeZone);
const dollars = (cents: number) => format.money(toDollars(cents));
const given = ({ refunds }: Receipt) => refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
const due = (receipt: Receipt) => dollars(receipt.totalCents - given(receipt));
/** The maximum number of lines in an email. The PDF has all of them. */
const mostLines = 8;

function factsOf(receipt: Receipt): [string, string][] {
  const shown = receipt.lines
    .slice(0, mostLines)
    .map(({ description, amountCents }): [string, string] => [description, dollars(amountCents)]);
  const more = receipt.lines.length - shown.length;
  return [...shown, ...(more > 0 ? [[format.count(more, 'more line'), ''] as [string, string]] : [])];
}

const seeInvoices = (url: string): Email['action'] => ({ label: 'View invoices', url: history(url) });

export const billingTemplates: EmailTemplates<BillingMails> = {
  invoice_issued: ({ receipt }, url) => ({
    subject: `Invoice ${receipt.number}, due ${dueDay(receipt)}`,
    preview: `${due(receipt)} for ${receipt.company.name}`,
    heading: `Invoice ${receipt.number}`,
    paragraphs: [
      `The invoice for your Haulboard order is attached. Please pay ${due(receipt)} by ${dueDay(receipt)} and include the invoice number.`,
    ],
    facts: [...factsOf(receipt), ['Total', dollars(receipt.totalCents)], ['Due', dueDay(receipt)]],
    action: seeInvoices(url),
    receipt,
  }),
  payment_receipt: ({ receipt }, url) => ({
    subject: `Receipt for ${receipt.number}`,
    preview: `${dollars(receipt.totalCents)} paid by ${receipt.company.name}`,
    heading: 'Thanks for your payment',
    paragraphs: [`Your receipt for ${receipt.number} is attached.`],
    facts: [
      ...factsOf(receipt),
      ['Total', dollars(receipt.totalCents)],
      ...(given(receipt) > 0 ? [['Credited or refunded', `-${dollars(given(receipt))}`] as const] : []),
      ['Paid', paidDay(receipt)],
      ...(receipt.paidWith ? [['Paid with', receipt.paidWith] as const] : []),
    ],
    action: seeInvoices(url),
    receipt,
  }),
  refund_made: ({ receipt }, url) => {
    const [refund] = receipt.refunds;
    return {
      subject: `Refund ${receipt.number}`,
      preview: `${dollars(refund?.amountCents ?? 0)} for ${receipt.company.name}`,
      heading: `${dollars(refund?.amountCents ?? 0)} refunded`,
      paragraphs: [
        `We refunded ${dollars(refund?.amountCents ?? 0)} ${refund?.how ?? ''} for ${receipt.company.name}. ${refund?.reason ?? ''}`.trim(),
        'The refund receipt is attached.',
      ],
      facts: [
        ['Refund', receipt.number],
        ['Amount', dollars(refund?.amountCents ?? 0)],
        ['Invoice total', dollars(receipt.totalCents)],
      ],
      action: seeInvoices(url),
      receipt,
    };
  },
  invoice_reminder: ({ receipt, daysLate }, url) => {
    const isLate = daysLate > 0;
    return {
      subject: isLate
        ? `Invoice ${receipt.number} is ${format.count(daysLate, 'day')} overdue`
        : `Reminder: invoice ${receipt.number} is due ${dueDay(receipt)}`,
      preview: isLate ? `${due(receipt)} is overdue.` : `${due(receipt)} is due ${dueDay(receipt)}.`,
      heading: isLate ? `Invoice ${receipt.number} is overdue` : `Invoice ${receipt.number} is due soon`,
      paragraphs: [
        isLate
          ? `Your invoice was due on ${dueDay(receipt)}. Please pay ${due(receipt)} and include the invoice number.`
          : `Your invoice is due on ${dueDay(receipt)}. Please pay ${due(receipt)} by then and include the invoice number.`,
        'If you’ve already paid, thank you. You can ignore this email.',
      ],
      facts: [
        ['Invoice', receipt.number],
        ['Amount due', due(receipt)],
        ['Due', dueDay(receipt)],
      ],
      action: seeInvoices(url),
      receipt,
    };
  },
  invoice_voided: ({ receipt, reason }, url) => ({
    subject: `Invoice ${receipt.number} was voided`,
    preview: 'No payment is due.',
    heading: `Invoice ${receipt.number} was voided`,
    paragraphs: [`You don’t need to pay this invoice. ${reason}`.trim()],
    facts: [
      ['Invoice', receipt.number],
      ['Amount due', dollars(0)],
    ],
    action: seeInvoices(url),
    receipt,
  }),
  card_expiring: ({ companyName, card, expires, isOver }, url) => ({
    subject: isOver ? `Your card for ${companyName} has expired` : `Your card for ${companyName} expires ${expires}`,
    preview: isOver ? 'Update it to keep renewals running.' : 'Update it before it expires.',
    heading: isOver ? 'Your card has expired' : 'Your card expires soon',
    paragraphs: [
      isOver
        ? `Your ${card} has expired, so we can’t renew jobs for ${companyName}. They’ll end after their paid period. Update your card to keep renewals running.`
        : `Your ${card} expires ${expires}. Update it to keep jobs for ${companyName} renewing.`,
    ],
    action: { label: 'Update card', url: `${url}/company/settings/payment` },
  }),
};
