import { eq, inArray, sql } from 'drizzle-orm';
import { recommendations, resetRequests, signInCodes, users } from '#drizzle/schema/accounts.ts';
import { idempotencyKeys } from '#drizzle/schema/billing.ts';
import type { Database } from '#server/db/open.ts';
import { clearAccountThrottles } from '#server/limits/throttle.ts';
import { deletePersonMails } from '#server/mail/outbox.ts';
import { deleteJobAlerts } from '#server/notifications/end-job-alerts.ts';

/**
 * Removes an account, everything that contains its email addresses, and the answers kept for its repeated requests. The
 * database deletes sessions, emailed tokens, the driver's profile and social sign-ins together with the account.
 */
export async function removeAccount(tx: Database, { id, addresses }: { id: string; addresses: string[] }): Promise<void> {
  const lowered = addresses.map((address) => address.toLowerCase());
  await deletePersonMails(tx, { addresses, applicationIds: [] });
  await clearAccountThrottles(tx, id, addresses);
  await tx.delete(resetRequests).where(inArray(sql`lower(${resetRequests.email})`, lowered));
  await tx.delete(signInCodes).where(inArray(sql`lower(${signInCodes.email})`, lowered));
  const ownPhone = tx.select({ phone: users.phone }).from(users).where(eq(users.id, id));
  await tx.delete(signInCodes).where(inArray(signInCodes.phone, ownPhone));
  await tx.delete(recommendations).where(inArray(sql`lower(${recommendations.email})`, lowered));
  await deleteJobAlerts(tx, id);
  await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.ownerId, id));
  await tx.delete(users).where(eq(users.id, id));
}
