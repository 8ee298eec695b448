import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { users } from '#drizzle/schema/accounts.ts';
import { roles } from '#shared/access.ts';
import { emailField, nameField, passwordField } from '#shared/fields.ts';
import { audit } from '#server/audit.ts';
import { openDatabase } from '#server/db/open.ts';
import { settingsOfProcess } from '#server/env.ts';
import { violatedConstraint } from '#server/errors.ts';
import { hashPassword } from '#server/session/passwords.ts';

/**
 * `npm run create-admin -- --email …`: makes a super admin, the only way to a first one in production. The password is
 * read from standard input: asked for without echo at a terminal, else its first line.
 */
const { values } = parseArgs({
  options: {
    email: { type: 'string' },
    'first-name': { type: 'string', default: 'Super' },
    'last-name': { type: 'string', default: 'Admin' },
  },
});

function stop(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

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
const settings = settingsOfProcess();
const { db, close } = await openDatabase({ ...settings.database, dataDir: settings.dataDir });
try {
  await db.transaction(async (tx) => {
    const made = { email, firstName, lastName, passwordHash, roles: [roles.superAdmin], emailVerifiedAt: new Date() };
    const [account] = await tx.insert(users).values(made).returning({ id: users.id });
    const nobody = { userId: null, impersonatorId: null, ip: null };
    await audit(tx, nobody, {
      action: 'admin.create',
      subject: { type: 'user', id: account?.id ?? '' },
      detail: { by: 'command' },
    });
  });
  process.stdout.write(`${email} is a super admin now\n`);
} catch (error) {
  if (violatedConstraint(error) !== 'users_email_key') throw error;
  process.stderr.write(`${email} already has an account\n`);
  process.exitCode = 1;
} finally {
  await close();
}
