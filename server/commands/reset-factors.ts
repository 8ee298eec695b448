import { sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { productName } from '#shared/brand.ts';
import { resetFactors } from '#server/auth/factors/update-factor.ts';
import { workerActor } from '#server/audit.ts';
import { AppError } from '#server/errors.ts';
import { onDatabase, refuse } from './command.ts';
import { readOptions, stop } from './options.ts';

const { email } = readOptions({
  name: 'npm run reset-factors',
  about:
    'Removes the authenticator apps, passkeys and recovery codes of an account and ends its sessions, for an administrator\n' +
    'whom no other administrator can let in again. The password stays. The owner is told by email.',
  options: { email: { type: 'string', value: 'address', about: 'Email address of the account (required)' } },
});
const address = email ?? stop('--email: is required');

await onDatabase(async ({ db }) => {
  const [account] = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`lower(${users.email}) = lower(${address})`);
  if (!account) return refuse(`${address} has no account`);
  try {
    await db.transaction((tx) => resetFactors(tx, account.id, { actor: workerActor, by: productName }));
    process.stdout.write(`${address} signs in with the password alone now\n`);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    refuse(error.message);
  }
});
