import type { Database } from '#server/db/open.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import type { MailData, MailTemplate } from './templates.ts';

/** Puts a mail into the transaction that it tells of; the worker sends it afterwards, once. */
export async function mail<T extends MailTemplate>(
  tx: Database,
  recipient: string,
  template: T,
  data: MailData[T],
): Promise<void> {
  // The clock that asks what is due is this one; the database's, rounded to a millisecond, may be ahead of it.
  await tx.insert(outbox).values({ recipient, template, data, dueAt: new Date() });
}
