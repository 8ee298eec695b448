import * as format from '#shared/format.ts';
import { type Card, shownCard } from '#shared/billing/cards.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import { platformZone } from '#shared/time-zone.ts';
import type { Email, EmailTemplates } from '#server/mail/layout.ts';
import { paidWithText, type Receipt } from '#server/receipts/receipt.ts';
import type { Translate } from '#shared/texts/texts.ts';

/** Emails about a company's bills (`docs/product/money.md#receipts`). The receipt is attached as a PDF. */
export type BillingMails = {
  invoice_issued: { receipt: Receipt };
  payment_receipt: { receipt: Receipt };
  refund_made: { receipt: Receipt };
  /** `daysLate` counts from the due date. Below 1 the invoice is not overdue yet. */
  invoice_reminder: { receipt: Receipt; daysLate: number };
  invoice_voided: { receipt: Receipt; reason: string };
  /** Emails written by earlier versions have the card's name. */
  card_expiring: { companyName: string; card: Card | string; expires: string; isOver: boolean };
};

const history = (url: string) => `${url}/company/settings/billing/order-history`;
const dueDay = ({ dueAt, timeZone = platformZone }: Receipt) => format.date(dueAt, timeZone);
const paidDay = ({ paidAt, timeZone = platformZone }: Receipt) => format.date(paidAt, timeZone);
const dollars = (cents: number) => format.money(toDollars(cents));
const refundedCents = ({ refunds }: Receipt) => refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
const due = (receipt: Receipt) => dollars(receipt.totalCents - refundedCents(receipt));
/** The maximum number of lines in an email. The PDF has all of them. */
const maxLines = 8;

function factsOf(t: Translate, receipt: Receipt): [string, string][] {
  const lines = receipt.lines
    .slice(0, maxLines)
    .map(({ description, amountCents }): [string, string] => [description, dollars(amountCents)]);
  const count = receipt.lines.length - lines.length;
  return count > 0 ? [...lines, [t('emails.moreLines', { count }), '']] : lines;
}

const seeInvoices = (t: Translate, url: string): Email['action'] => ({ label: t('emails.viewInvoices'), url: history(url) });

type Refunded = { amount: string; companyName: string; reason: string };

function refundSentence(t: Translate, refund: Receipt['refunds'][number] | undefined, parameters: Refunded): string {
  const to = refund?.to;
  if (to === undefined) return t('emails.refundBody', parameters);
  if (to === 'credit') return t('emails.refundBodyCredit', parameters);
  return to.card
    ? t('emails.refundBodyToCard', { ...parameters, card: t('labels.cardEndingIn', shownCard(to.card)) })
    : t('emails.refundBodyToUnknownCard', parameters);
}

export const billingTemplates: EmailTemplates<BillingMails> = {
  invoice_issued: (t, { receipt }, url) => ({
    subject: t('emails.invoiceSubject', { number: receipt.number, due: dueDay(receipt) }),
    preview: t('emails.invoicePreview', { amount: due(receipt), companyName: receipt.company.name }),
    heading: t('emails.invoiceHeading', { number: receipt.number }),
    paragraphs: [t('emails.invoiceBody', { amount: due(receipt), due: dueDay(receipt) })],
    facts: [...factsOf(t, receipt), [t('emails.factTotal'), dollars(receipt.totalCents)], [t('emails.factDue'), dueDay(receipt)]],
    action: seeInvoices(t, url),
    receipt,
  }),
  payment_receipt: (t, { receipt }, url) => {
    const paidWith = paidWithText(t, receipt);
    return {
      subject: t('emails.receiptSubject', { number: receipt.number }),
      preview: t('emails.receiptPreview', { amount: dollars(receipt.totalCents), companyName: receipt.company.name }),
      heading: t('emails.receiptHeading'),
      paragraphs: [t('emails.receiptBody', { number: receipt.number })],
      facts: [
        ...factsOf(t, receipt),
        [t('emails.factTotal'), dollars(receipt.totalCents)],
        ...(refundedCents(receipt) > 0 ? [[t('emails.factRefunded'), `-${dollars(refundedCents(receipt))}`] as const] : []),
        [t('emails.factPaid'), paidDay(receipt)],
        ...(paidWith ? [[t('emails.factPaidWith'), paidWith] as const] : []),
      ],
      action: seeInvoices(t, url),
      receipt,
    };
  },
  refund_made: (t, { receipt }, url) => {
    const [refund] = receipt.refunds;
    const amount = dollars(refund?.amountCents ?? 0);
    const companyName = receipt.company.name;
    return {
      subject: t('emails.refundSubject', { number: receipt.number }),
      preview: t('emails.refundPreview', { amount, companyName }),
      heading: t('emails.refundHeading', { amount }),
      paragraphs: [
        refundSentence(t, refund, { amount, companyName, reason: refund?.reason ?? '' }).trim(),
        t('emails.refundAttached'),
      ],
      facts: [
        [t('emails.factRefund'), receipt.number],
        [t('emails.factAmount'), amount],
        [t('emails.factInvoiceTotal'), dollars(receipt.totalCents)],
      ],
      action: seeInvoices(t, url),
      receipt,
    };
  },
  invoice_reminder: (t, { receipt, daysLate }, url) => {
    const about = { number: receipt.number, amount: due(receipt), due: dueDay(receipt) };
    return {
      ...(daysLate > 0
        ? {
            subject: t('emails.overdueSubject', { ...about, days: daysLate }),
            preview: t('emails.overduePreview', about),
            heading: t('emails.overdueHeading', about),
            paragraphs: [t('emails.overdueBody', about), t('emails.alreadyPaid')],
          }
        : {
            subject: t('emails.dueSubject', about),
            preview: t('emails.duePreview', about),
            heading: t('emails.dueHeading', about),
            paragraphs: [t('emails.dueBody', about), t('emails.alreadyPaid')],
          }),
      facts: [
        [t('emails.factInvoice'), receipt.number],
        [t('emails.factAmountDue'), due(receipt)],
        [t('emails.factDue'), dueDay(receipt)],
      ],
      action: seeInvoices(t, url),
      receipt,
    };
  },
  invoice_voided: (t, { receipt, reason }, url) => ({
    subject: t('emails.voidedSubject', { number: receipt.number }),
    preview: t('emails.voidedPreview'),
    heading: t('emails.voidedSubject', { number: receipt.number }),
    paragraphs: [t('emails.voidedBody', { reason }).trim()],
    facts: [
      [t('emails.factInvoice'), receipt.number],
      [t('emails.factAmountDue'), dollars(0)],
    ],
    action: seeInvoices(t, url),
    receipt,
  }),
  card_expiring: (t, { companyName, card, expires, isOver }, url) => {
    const about = { companyName, expires, card: typeof card === 'string' ? card : t('labels.cardEndingIn', shownCard(card)) };
    return {
      ...(isOver
        ? {
            subject: t('emails.cardExpiredSubject', about),
            preview: t('emails.cardExpiredPreview'),
            heading: t('emails.cardExpiredHeading'),
            paragraphs: [t('emails.cardExpiredBody', about)],
          }
        : {
            subject: t('emails.cardExpiresSubject', about),
            preview: t('emails.cardExpiresPreview'),
            heading: t('emails.cardExpiresHeading'),
            paragraphs: [t('emails.cardExpiresBody', about)],
          }),
      action: { label: t('emails.updateCard'), url: `${url}/company/settings/payment` },
    };
  },
};
