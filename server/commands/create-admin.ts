import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { users } from '#drizzle/schema/accounts.ts';
import { audit } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { violatedConstraint } from '#server/errors.ts';
import { hashPassword } from '#server/session/passwords.ts';
import { roles } from '#shared/access/access.ts';
import { emailField, nameField, passwordField } from '#shared/fields.ts';
import { runOnDatabase, failWith } from './command.ts';
import { readOptions, exitWithError } from './options.ts';

const values = readOptions({
  name: 'npm run create-admin',
  description:
    'Creates a super admin. The password is asked for at a terminal, otherwise it is the first line of standard input.\n' +
    'In production this is the only way to the first administrator. The address counts as verified, on your word.',
  options: {
    email: { type: 'string', value: 'address', description: 'Email address to sign in with (required)' },
    'first-name': { type: 'string', default: 'Super', value: 'name', description: 'First name' },
    'last-name': { type: 'string', default: 'Admin', value: 'name', description: 'Last name' },
  },
});

function readValid<T>(
  label: string,
  result: { success: true; data: T } | { success: false; error: { issues: { message: string }[] } },
): T {
  return result.success ? result.data : exitWithError(`${label}: ${result.error.issues[0]?.message ?? 'is not valid'}`);
}

async function readPassword(): Promise<string> {
  const silentOutput = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: process.stdin,
    output: process.stdin.isTTY ? silentOutput : undefined,
    terminal: process.stdin.isTTY,
  });
  if (process.stdin.isTTY) process.stderr.write('Password: ');
  for await (const line of lines) {
    lines.close();
    return line;
  }
  return '';
}

const email = readValid('--email', emailField.safeParse(values.email));
const firstName = readValid('--first-name', nameField.safeParse(values['first-name']));
const lastName = readValid('--last-name', nameField.safeParse(values['last-name']));
const passwordHash = await hashPassword(readValid('The password', passwordField.safeParse(await readPassword())));

await runOnDatabase(async ({ db }) => {
  const isNew = await makeSuperAdmin(db);
  if (isNew) process.stdout.write(`${email} is a super admin now\n`);
  else failWith(`${email} already has an account`);
});

/** Returns false if the address already has an account. */
async function makeSuperAdmin(db: Database): Promise<boolean> {
  const newAdmin = { email, firstName, lastName, passwordHash, roles: [roles.superAdmin], emailVerifiedAt: new Date() };
  const commandActor = { userId: null, impersonatorId: null, ip: null };
  try {
    await db.transaction(async (tx) => {
      const [account] = await tx.insert(users).values(newAdmin).returning({ id: users.id });
      await audit(tx, commandActor, {
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
