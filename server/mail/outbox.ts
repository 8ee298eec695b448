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
  await tx.insert(outbox).values({ recipient, template, data });
}
