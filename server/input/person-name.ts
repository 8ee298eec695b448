import { eq } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import type { Database } from '#server/db/open.ts';
import { invalid } from '#server/errors.ts';
import { nameField } from '#shared/fields.ts';
import { isReservedPerson } from '#shared/names.ts';
import { text } from '#shared/texts/texts.ts';

/**
 * Refuses a change after which the first and last name together look like our name (`docs/product/companies.md#names-in-emails`).
 * A name that is not changed stays. The account is locked, so that two changes at once cannot make up such a name.
 */
export async function assertAllowedName(
  tx: Database,
  userId: string,
  changes: { firstName?: string | undefined; lastName?: string | undefined },
): Promise<void> {
  if (changes.firstName === undefined && changes.lastName === undefined) return;
  const { firstName, lastName } = users;
  const [before] = await tx.select({ firstName, lastName }).from(users).where(eq(users.id, userId)).for('update');
  if (!before) return;
  const after = { firstName: changes.firstName ?? before.firstName, lastName: changes.lastName ?? before.lastName };
  const isRenamed = after.firstName !== before.firstName || after.lastName !== before.lastName;
  if (isRenamed && isReservedPerson(after)) throw invalid('lastName', text('errors.nameReserved'));
}

/**
 * A name from a sign-in provider, which allows any text. A part that we do not allow is replaced by a placeholder, which the
 * person can change.
 */
export function toAllowedName(
  person: { firstName: string | null; lastName: string | null },
  placeholder: { firstName: string; lastName: string },
): { firstName: string; lastName: string } {
  const firstName = validNameOr(person.firstName, placeholder.firstName);
  const lastName = validNameOr(person.lastName, placeholder.lastName);
  return isReservedPerson({ firstName, lastName }) ? placeholder : { firstName, lastName };
}

function validNameOr(name: string | null, fallback: string): string {
  const parsed = nameField.safeParse(name ?? '');
  return parsed.success ? parsed.data : fallback;
}
