import * as z from 'zod/mini';

/** What the picture shows, the month that runs included. */
export const revenueMonths = 12;

/** What was billed by month in the reader's time zone, for administrators (`ui: Behaviour`). Amounts are dollars; a voided invoice is none. */
export const revenueSchema = z.object({
  /** The oldest first; every month has its line. */
  months: z.array(
    z.object({
      /** YYYY-MM */
      month: z.string(),
      invoices: z.int(),
      /** What was paid and not given back. */
      paid: z.number(),
      /** What is still to be paid. */
      open: z.number(),
      /** Refunded or credited. */
      refunded: z.number(),
    }),
  ),
});
export type Revenue = z.infer<typeof revenueSchema>;
