import type { TimeZone } from '#shared/time-zone.ts';

/** What a receipt says: a copy, so that a mail says what was so when it was written. Instants are ISO texts. */
export type Receipt = {
  kind: 'invoice' | 'receipt' | 'refund';
  /** Such as INV-2026-000123, of a refund INV-2026-000123-R1. */
  number: string;
  status: 'open' | 'paid' | 'void';
  company: { name: string; address: string[]; email: string };
  /** Whose days are written: the company's, or those of whoever opens it. Mails written before have none. */
  timeZone?: TimeZone;
  billedAt: string;
  dueAt: string | null;
  paidAt: string | null;
  voidedAt: string | null;
  /** `Visa ending in 1111`, or how it was paid on terms. */
  paidWith: string | null;
  lines: { description: string; amountCents: number }[];
  totalCents: number;
  /** Done, in their order; of a refund's receipt the one that it is about. */
  refunds: { number: string; at: string; amountCents: number; how: string; reason: string }[];
};

export const receiptTitle: Record<Receipt['kind'], string> = { invoice: 'Invoice', receipt: 'Receipt', refund: 'Refund' };
export const receiptFileName = ({ number }: Pick<Receipt, 'number'>) => `${number}.pdf`;
