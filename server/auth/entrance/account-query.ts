import { and, eq, sql } from 'drizzle-orm';
import { sessions, shownTimezone, users } from '#drizzle/schema/accounts.ts';
import { companies, employees } from '#drizzle/schema/companies.ts';
import { drivers } from '#drizzle/schema/drivers.ts';
import { builtOnce } from '#server/db/built-once.ts';
import type { Database } from '#server/db/open.ts';

export type LoginAccount = NonNullable<Awaited<ReturnType<typeof findForLogin>>>;

/**
 * The account of an address with all that a log-in asks of it, in one read; case does not count. Where there is none,
 * its neighbour in the alphabet is read and put aside: reading an account takes longer than finding none, and a log-in must not tell
 * (`product: Accounts and sessions`).
 */
export async function findForLogin(db: Database, email: string, { ip, deviceId }: { ip: string; deviceId: string }) {
  const [row] = await accountByEmail(db, 'by e-mail').execute({
    email,
    ip,
    deviceId: isNameOfDevice(deviceId) ? deviceId : null,
  });
  if (!row) return undefined;
  const { isAsked, ...account } = row;
  return isAsked ? account : undefined;
}

/** Shorter than the eight random characters of the contract, it names nothing (`spec: access §9`). */
const isNameOfDevice = (deviceId: string) => deviceId.length >= 8;

const address = sql`lower(${users.email})`;
const asked = sql`lower(${sql.placeholder('email')})`;
const hasEmail = sql`${address} = ${asked}`;

const accountByEmail = builtOnce((db, _only: 'by e-mail') =>
  db
    .select({
      id: users.id,
      isAsked: sql<boolean>`${hasEmail}`,
      email: users.email,
      passwordHash: users.passwordHash,
      firstName: users.firstName,
      lastName: users.lastName,
      phone: users.phone,
      timezone: shownTimezone,
      roles: users.roles,
      status: users.status,
      termsAcceptedAt: users.termsAcceptedAt,
      termsVersion: users.termsVersion,
      mustChangePassword: users.mustChangePassword,
      sessionVersion: users.sessionVersion,
      companyId: companies.id,
      hasDriverProfile: sql<boolean>`coalesce(${drivers.cdlStatus} is not null and ${drivers.postalCode} is not null
        and ${drivers.yearsOfExperience} is not null, false)`,
      /** Somebody signed in to it from here before: a stranger's failures elsewhere do not slow this person. */
      isKnownAddress: sql<boolean>`exists (select 1 from ${sessions} where ${sessions.userId} = ${users.id} and ${sessions.ip} = ${sql.placeholder('ip')}
        and ${sessions.impersonatorSessionId} is null)`,
      /** The same on this device: its owner may be anywhere. */
      isKnownDevice: sql<boolean>`exists (select 1 from ${sessions} where ${sessions.userId} = ${users.id} and ${sessions.deviceId} = ${sql.placeholder('deviceId')}
        and ${sessions.impersonatorSessionId} is null)`,
    })
    .from(users)
    .leftJoin(employees, and(eq(employees.userId, users.id), eq(employees.active, true)))
    .leftJoin(companies, eq(companies.id, employees.companyId))
    .leftJoin(drivers, eq(drivers.userId, users.id))
    .where(
      sql`${users.id} = coalesce((select id from ${users} where ${hasEmail}),
        (select id from ${users} where ${address} > ${asked} order by ${address} limit 1),
        (select id from ${users} where ${address} < ${asked} order by ${address} desc limit 1))`,
    )
    .prepare('account_by_email'),
);
