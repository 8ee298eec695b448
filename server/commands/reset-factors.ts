import { sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { workerActor } from '#server/audit/audit.ts';
import { resetFactors } from '#server/auth/factors/update-factor.ts';
import { AppError } from '#server/errors.ts';
import { productName } from '#shared/brand.ts';
import { runOnDatabase, failWith } from './command.ts';
import { readOptions, exitWithError } from './options.ts';

const { email } = readOptions({
  name: 'npm run reset-factors',
  description:
    'Removes the authenticator apps, passkeys and recovery codes of an account and ends its sessions, for an administrator\n' +
    'whom no other administrator can let in again. The password stays. The owner is told by email.',
  options: { email: { type: 'string', value: 'address', description: 'Email address of the account (required)' } },
});
const address = email ?? exitWithError('--email: is required');

await runOnDatabase(async ({ db }) => {
  const [account] = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`lower(${users.email}) = lower(${address})`);
  if (!account) return failWith(`${address} has no account`);
  try {
    await db.transaction((tx) => resetFactors(tx, account.id, { actor: { ...workerActor, language: null }, by: productName }));
    process.stdout.write(`${address} signs in with the password alone now\n`);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    failWith(error.message);
  }
});
