import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { users } from '#drizzle/schema/accounts.ts';
import { roles } from '#shared/access/access.ts';
import { emailField, nameField, passwordField } from '#shared/fields.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import { violatedConstraint } from '#server/errors.ts';
import { hashPassword } from '#server/session/passwords.ts';
import { onDatabase, refuse } from './command.ts';
import { readOptions, stop } from './options.ts';

const values = readOptions({
  name: 'npm run create-admin',
  about:
    'Creates a super admin. The password is asked for at a terminal, otherwise it is the first line of standard input.\n' +
    'In production this is the only way to the first administrator. The address counts as verified, on your word.',
  options: {
    email: { type: 'string', value: 'address', about: 'Email address to sign in with (required)' },
    'first-name': { type: 'string', default: 'Super', value: 'name', about: 'First name' },
    'last-name': { type: 'string', default: 'Admin', value: 'name', about: 'Last name' },
  },
});

function checked<T>(
  label: string,
  result: { success: true; data: T } | { success: false; error: { issues: { message: string }[] } },
): T {
  return result.success ? result.data : stop(`${label}: ${result.error.issues[0]?.message ?? 'is not valid'}`);
}

async function readPassword(): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: process.stdin,
    output: process.stdin.isTTY ? silent : undefined,
    terminal: process.stdin.isTTY,
  });
  if (process.stdin.isTTY) process.stderr.write('Password: ');
  for await (const line of lines) {
    lines.close();
    return line;
  }
  return '';
}

const email = checked('--email', emailField.safeParse(values.email));
const firstName = checked('--first-name', nameField.safeParse(values['first-name']));
const lastName = checked('--last-name', nameField.safeParse(values['last-name']));
const passwordHash = await hashPassword(checked('The password', passwordField.safeParse(await readPassword())));

await onDatabase(async ({ db }) => {
  const isNew = await makeSuperAdmin(db);
  if (isNew) process.stdout.write(`${email} is a super admin now\n`);
  else refuse(`${email} already has an account`);
});

/** False if the address already has an account. */
async function makeSuperAdmin(db: Database): Promise<boolean> {
  const newAdmin = { email, firstName, lastName, passwordHash, roles: [roles.superAdmin], emailVerifiedAt: new Date() };
  const anonymous = { userId: null, impersonatorId: null, ip: null };
  try {
    await db.transaction(async (tx) => {
      const [account] = await tx.insert(users).values(newAdmin).returning({ id: users.id });
      await audit(tx, anonymous, {
        action: 'admin.create',
        subject: { type: 'user', id: account?.id ?? '' },
        detail: { by: 'command' },
      });
    });
    return true;
  } catch (error) {
    if (violatedConstraint(error) === 'users_email_key') return false;
    throw error;
  }
}
