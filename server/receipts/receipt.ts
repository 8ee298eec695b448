import type { TimeZone } from '#shared/time-zone.ts';

/** The content of a receipt. It is a copy, so that an email states what was true when it was written. Instants are ISO texts. */
export type Receipt = {
  kind: 'invoice' | 'receipt' | 'refund';
  /** Such as INV-2026-000123. For a refund, INV-2026-000123-R1. */
  number: string;
  status: 'open' | 'paid' | 'void';
  company: { name: string; address: string[]; email: string };
  /** The zone of the dates: the company's, or the reader's. Emails written by earlier versions have none. */
  timeZone?: TimeZone;
  billedAt: string;
  dueAt: string | null;
  paidAt: string | null;
  voidedAt: string | null;
  /** `Visa ending in 1111`, or the payment reference on terms. */
  paidWith: string | null;
  lines: { description: string; amountCents: number }[];
  totalCents: number;
  /** The completed refunds in order. On a refund's receipt, only that refund. */
  refunds: { number: string; at: string; amountCents: number; how: string; reason: string }[];
};

export const receiptTitle: Record<Receipt['kind'], string> = { invoice: 'Invoice', receipt: 'Receipt', refund: 'Refund' };
export const receiptFileName = ({ number }: Pick<Receipt, 'number'>) => `${number}.pdf`;
