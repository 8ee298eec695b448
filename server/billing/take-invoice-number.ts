import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { invoiceNumbers } from '#drizzle/schema/billing.ts';
import type { Database } from '#server/db/open.ts';

const numbersPerBlock = 1_000_000;
const halfBits = 10;
const halfMask = 2 ** halfBits - 1;
const rounds = 4;

/**
 * Takes the next invoice numbers of a year, such as INV-2026-482915. The counter's row stays locked until the transaction
 * ends, so that no number is skipped. Two numbers do not tell a customer how many invoices are between them
 * (`docs/product/money.md#charges-and-invoices`).
 */
export async function takeInvoiceNumbers(tx: Database, year: number, count: number): Promise<string[]> {
  const [row] = await tx
    .insert(invoiceNumbers)
    .values({ year, last: count })
    .onConflictDoUpdate({ target: invoiceNumbers.year, set: { last: sql`${invoiceNumbers.last} + ${count}` } })
    .returning();
  if (!row) throw new Error('The invoice numbers of the year were not stored');
  const first = row.last - count + 1;
  return Array.from({ length: count }, (_, index) => invoiceNumberAt(row, first + index));
}

/** The invoice number at a position in the year. Positions start at 1, and no two of them have the same number. */
export function invoiceNumberAt({ year, shuffleKey }: { year: number; shuffleKey: string }, position: number): string {
  const block = Math.floor((position - 1) / numbersPerBlock);
  let shuffled = (position - 1) % numbersPerBlock;
  // The Feistel network shuffles 2^20 values. A value above the block is shuffled again.
  do shuffled = shuffle(shuffled, shuffleKey);
  while (shuffled >= numbersPerBlock);
  return `INV-${year}-${String(block * numbersPerBlock + shuffled).padStart(6, '0')}`;
}

/** A keyed permutation of the numbers from 0 to 2^20 - 1 (a balanced Feistel network). */
function shuffle(value: number, key: string): number {
  let [left, right] = [value >> halfBits, value & halfMask];
  for (let round = 0; round < rounds; round += 1) {
    const mask = createHmac('sha256', key).update(`${round}:${right}`).digest().readUInt16BE() & halfMask;
    [left, right] = [right, left ^ mask];
  }
  return (left << halfBits) | right;
}
