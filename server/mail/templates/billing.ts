import type { Email, EmailTemplates } from '#server/mail/layout.ts';
import { paidWithText, type Receipt } from '#server/receipts/receipt.ts';
import { type Card, toCardParameters } from '#shared/billing/cards.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import * as format from '#shared/format.ts';
import type { Translator } from '#shared/texts/texts.ts';
import { platformZone } from '#shared/time-zone.ts';

/** Emails about a company's bills (`docs/product/money.md#receipts`). The receipt is attached as a PDF. */
export type BillingMails = {
  invoice_issued: { receipt: Receipt };
  payment_receipt: { receipt: Receipt };
  refund_made: { receipt: Receipt };
  /** `daysLate` counts from the due date. Below 1 the invoice is not overdue yet. */
  invoice_reminder: { receipt: Receipt; daysLate: number };
  invoice_voided: { receipt: Receipt; reason: string };
  /** Emails written by earlier versions have the card's name instead of the card. */
  card_expiring: { companyName: string; card: Card | string; expires: string; isOver: boolean };
};

const toOrderHistoryUrl = (url: string) => `${url}/company/settings/billing/order-history`;
const formatDueDay = ({ dueAt, timeZone = platformZone }: Receipt) => format.date(dueAt, timeZone);
const formatPaidDay = ({ paidAt, timeZone = platformZone }: Receipt) => format.date(paidAt, timeZone);
const formatDollars = (t: Translator, cents: number) => format.formatsIn(t.language).money(toDollars(cents));
const sumRefundCents = ({ refunds }: Receipt) => refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
const formatAmountDue = (t: Translator, receipt: Receipt) => formatDollars(t, receipt.totalCents - sumRefundCents(receipt));
/** An email lists at most this many of the invoice's lines. The PDF lists all of them. */
const maxLines = 8;

function toDetails(t: Translator, receipt: Receipt): [string, string][] {
  const lines = receipt.lines
    .slice(0, maxLines)
    .map(({ description, amountCents }): [string, string] => [description, formatDollars(t, amountCents)]);
  const count = receipt.lines.length - lines.length;
  return count > 0 ? [...lines, [t('emails.moreLinesCount', { count }), '']] : lines;
}

const seeInvoices = (t: Translator, url: string): Email['action'] => ({
  label: t('emails.viewInvoices'),
  url: toOrderHistoryUrl(url),
});

type RefundParams = { amount: string; companyName: string; reason: string };

function refundSentence(t: Translator, refund: Receipt['refunds'][number] | undefined, parameters: RefundParams): string {
  const destination = refund?.to;
  if (destination === undefined) return t('emails.refundBody', parameters);
  if (destination === 'credit') return t('emails.refundBodyCredit', parameters);
  return destination.card
    ? t('emails.refundBodyToCard', { ...parameters, card: t('labels.cardEndingIn', toCardParameters(destination.card)) })
    : t('emails.refundBodyToUnknownCard', parameters);
}

export const billingTemplates: EmailTemplates<BillingMails> = {
  invoice_issued: (t, { receipt }, url) => ({
    subject: t('emails.invoiceSubject', { number: receipt.number, due: formatDueDay(receipt) }),
    preview: t('emails.amountForCompanyPreview', { amount: formatAmountDue(t, receipt), companyName: receipt.company.name }),
    heading: t('emails.invoiceHeading', { number: receipt.number }),
    paragraphs: [t('emails.invoiceBody', { amount: formatAmountDue(t, receipt), due: formatDueDay(receipt) })],
    details: [
      ...toDetails(t, receipt),
      [t('common.total'), formatDollars(t, receipt.totalCents)],
      [t('common.due'), formatDueDay(receipt)],
    ],
    action: seeInvoices(t, url),
    receipt,
  }),
  payment_receipt: (t, { receipt }, url) => {
    const paidWith = paidWithText(t, receipt);
    return {
      subject: t('emails.receiptSubject', { number: receipt.number }),
      preview: t('emails.receiptPreview', { amount: formatDollars(t, receipt.totalCents), companyName: receipt.company.name }),
      heading: t('emails.receiptHeading'),
      paragraphs: [t('emails.receiptBody', { number: receipt.number })],
      details: [
        ...toDetails(t, receipt),
        [t('common.total'), formatDollars(t, receipt.totalCents)],
        ...(sumRefundCents(receipt) > 0
          ? [[t('common.refundedOrCredited'), `-${formatDollars(t, sumRefundCents(receipt))}`] as const]
          : []),
        [t('common.invoicePaid'), formatPaidDay(receipt)],
        ...(paidWith ? [[t('common.paidWith'), paidWith] as const] : []),
      ],
      action: seeInvoices(t, url),
      receipt,
    };
  },
  refund_made: (t, { receipt }, url) => {
    const [refund] = receipt.refunds;
    const amount = formatDollars(t, refund?.amountCents ?? 0);
    const companyName = receipt.company.name;
    return {
      subject: t('emails.refundSubject', { number: receipt.number }),
      preview: t('emails.amountForCompanyPreview', { amount, companyName }),
      heading: t('common.amountRefunded', { amount }),
      paragraphs: [
        refundSentence(t, refund, { amount, companyName, reason: refund?.reason ?? '' }).trim(),
        t('emails.refundAttached'),
      ],
      details: [
        [t('common.refund'), receipt.number],
        [t('common.amount'), amount],
        [t('emails.factInvoiceTotal'), formatDollars(t, receipt.totalCents)],
      ],
      action: seeInvoices(t, url),
      receipt,
    };
  },
  invoice_reminder: (t, { receipt, daysLate }, url) => {
    const textParams = { number: receipt.number, amount: formatAmountDue(t, receipt), due: formatDueDay(receipt) };
    return {
      ...(daysLate > 0
        ? {
            subject: t('emails.invoiceOverdueSubject', { ...textParams, days: daysLate }),
            preview: t('emails.invoiceOverduePreview', textParams),
            heading: t('emails.invoiceOverdueHeading', textParams),
            paragraphs: [t('emails.invoiceOverdueBody', textParams), t('emails.alreadyPaid')],
          }
        : {
            subject: t('emails.invoiceDueSubject', textParams),
            preview: t('emails.invoiceDuePreview', textParams),
            heading: t('emails.invoiceDueHeading', textParams),
            paragraphs: [t('emails.invoiceDueBody', textParams), t('emails.alreadyPaid')],
          }),
      details: [
        [t('common.invoice'), receipt.number],
        [t('common.amountDue'), formatAmountDue(t, receipt)],
        [t('common.due'), formatDueDay(receipt)],
      ],
      action: seeInvoices(t, url),
      receipt,
    };
  },
  invoice_voided: (t, { receipt, reason }, url) => ({
    subject: t('emails.invoiceVoidedSubject', { number: receipt.number }),
    preview: t('emails.invoiceVoidedPreview'),
    heading: t('emails.invoiceVoidedSubject', { number: receipt.number }),
    paragraphs: [t('emails.invoiceVoidedBody', { reason }).trim()],
    details: [
      [t('common.invoice'), receipt.number],
      [t('common.amountDue'), formatDollars(t, 0)],
    ],
    action: seeInvoices(t, url),
    receipt,
  }),
  card_expiring: (t, { companyName, card, expires, isOver }, url) => {
    const textParams = {
      companyName,
      expires,
      card: typeof card === 'string' ? card : t('labels.cardEndingIn', toCardParameters(card)),
    };
    return {
      ...(isOver
        ? {
            subject: t('emails.cardExpiredSubject', textParams),
            preview: t('emails.cardExpiredPreview'),
            heading: t('common.cardExpired'),
            paragraphs: [t('emails.cardExpiredBody', textParams)],
          }
        : {
            subject: t('emails.cardExpiresSubject', textParams),
            preview: t('emails.cardExpiresPreview'),
            heading: t('common.cardExpiresSoon'),
            paragraphs: [t('emails.cardExpiresBody', textParams)],
          }),
      action: { label: t('common.updateCard'), url: `${url}/company/settings/payment` },
    };
  },
};
