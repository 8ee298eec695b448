import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import { factors, recoveryCodes, sessions, users } from '#drizzle/schema/accounts.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { daysFromNow, makeUser } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import { openTestDatabase } from '#tests/helpers/database.ts';

const run = promisify(execFile);
const server = inject('server');

// The embedded engine belongs to one process.
test.skipIf(server === null)(
  'the command removes every factor, ends the sessions and tells the owner',
  { timeout: 120_000 },
  async () => {
    const { db, close } = await openTestDatabase();
    const [named] = await db.execute<{ name: string }>(sql`select current_database() as name`);
    const env = { PATH: process.env['PATH'] ?? '', NODE_ENV: 'test', DATABASE_URL: `${server}/${named?.name}` };
    const resetFactors = (email: string) =>
      run(process.execPath, ['server/commands/reset-factors.ts', '--email', email], { env });
    const admin = await makeUser(db, { email: 'dana@test.example', passwordHash: 'stays', roles: [roles.superAdmin] });
    const other = await makeUser(db, { roles: [roles.superAdmin] });
    for (const { id: userId } of [admin, other]) {
      await db.insert(factors).values({ userId, kind: 'totp', name: 'Phone', sealedSecret: 'x' });
      await db.insert(recoveryCodes).values({ userId, hash: 'x' });
      const session = { userId, deviceId: 'abcd1234', kind: 'web' as const, refreshHash: userId, expiresAt: daysFromNow(1) };
      await db.insert(sessions).values(session);
    }
    try {
      await expect(resetFactors('unknown@test.example')).rejects.toMatchObject({
        stderr: 'unknown@test.example has no account\n',
      });
      expect((await resetFactors('DANA@test.example')).stdout).toMatch(/signs in with the password alone now/);
      expect(await db.select({ userId: factors.userId }).from(factors)).toEqual([{ userId: other.id }]);
      expect(await db.select({ userId: recoveryCodes.userId }).from(recoveryCodes)).toEqual([{ userId: other.id }]);
      const [ended] = await db.select().from(sessions).where(eq(sessions.userId, admin.id));
      expect(ended?.endedAt).toBeInstanceOf(Date);
      const [account] = await db.select().from(users).where(eq(users.id, admin.id));
      expect(account?.passwordHash).toBe('stays');
      expect(await db.select({ to: outbox.recipient }).from(outbox)).toEqual([{ to: 'dana@test.example' }]);
    } finally {
      await close();
    }
  },
);
