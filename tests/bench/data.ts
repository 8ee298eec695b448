import { hash } from '@node-rs/argon2';
import type { Sql } from 'postgres';
import { sessions } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { type Database, openDatabase } from '#server/db/open.ts';
import { makeUser } from '#server/demo/builders.ts';
import { type Amounts, generate } from '#server/demo/generate.ts';
import { seedPlaces } from '#server/places/cities.ts';
import type { Keys } from '#server/session/keys.ts';
import { signAccessToken } from '#server/session/tokens.ts';
import { type Role, roles } from '#shared/access/access.ts';

export const password = 'Bench#2026';
const adminEmail = 'admin@bench.example';

/** An employer whose session lasts for the whole benchmark. */
export type Employer = { id: string; email: string; companyId: string; token: string };

export type BenchData = {
  /** The employers' jobs, picked from all parts of the table. */
  jobs: { id: string; owner: Employer }[];
  employers: Employer[];
  /** The job with the long list of applicants. */
  longestJob: { id: string; owner: Employer; applicants: number };
  admin: { token: string };
  /** Email addresses of accounts that sign in with {@link password}. */
  emails: string[];
};

/** Migrates the database, and fills it if it has no data yet. Returns the seconds that this took. */
export async function fillDatabase(url: string, dataDir: string, amounts: Amounts): Promise<number> {
  const startedAt = performance.now();
  const { db, sql, close } = await openDatabase({ url, dataDir });
  await seedPlaces(sql);
  const [existingCounts] = await sql<{ jobs: number }[]>`select count(*)::int as jobs from jobs`;
  if (existingCounts?.jobs !== amounts.jobs) {
    if (existingCounts?.jobs)
      throw new Error(`The kept database has ${existingCounts.jobs} jobs, not ${amounts.jobs}: use another folder`);
    await generateBenchData(db, amounts);
  }
  await sql`vacuum analyze`;
  await close();
  return (performance.now() - startedAt) / 1000;
}

/** Generates the rows of a benchmark, in a database that has the places and nothing else. */
export async function generateBenchData(db: Database, amounts: Amounts): Promise<void> {
  const cost = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
  await generate(db, amounts, { passwordHash: await hash(password, cost) });
  await makeUser(db, { email: adminEmail, roles: [roles.superAdmin] });
}

/** Picks the accounts, tokens and jobs that the requests use. */
export async function pickBenchData(db: Database, sql: Sql, keys: Keys, maxEmployers = 64): Promise<BenchData> {
  const rows = await sql<{ id: string; email: string; companyId: string; roles: Role[] }[]>`
    select u.id, u.email, e.company_id as "companyId", u.roles from employees e join users u on u.id = e.user_id
    join companies c on c.id = e.company_id where c.status = 'Active' order by u.email limit ${maxEmployers}`;
  const employers = await Promise.all(rows.map(async (row) => ({ ...row, token: await createToken(db, keys, row) })));
  const employerByCompany = new Map(employers.map((employer) => [employer.companyId, employer]));
  const sampleJobs = await sql<{ id: string; company_id: string }[]>`select id, company_id from (
    select id, company_id, row_number() over (partition by company_id order by id) as n from jobs
    where company_id in ${sql([...employerByCompany.keys()])}) picked where n <= 2`;
  const [longest] = await sql<{ id: string; company_id: string; application_count: number }[]>`
    select id, company_id, application_count from jobs order by application_count desc limit 1`;
  if (!longest) throw new Error('There are no jobs');
  const [owner] = await sql<{ id: string; email: string; companyId: string; roles: Role[] }[]>`
    select u.id, u.email, e.company_id as "companyId", u.roles from employees e join users u on u.id = e.user_id
    where e.company_id = ${longest.company_id}`;
  const [admin] = await sql<{ id: string; roles: Role[] }[]>`select id, roles from users where email = ${adminEmail}`;
  if (!owner || !admin) throw new Error('The longest list has no owner');
  const emails = await sql<{ email: string }[]>`select email from users where email like 'owner-%' order by id limit 400`;
  return {
    employers,
    jobs: sampleJobs.flatMap(({ id, company_id }) => {
      const employer = employerByCompany.get(company_id);
      return employer ? [{ id, owner: employer }] : [];
    }),
    longestJob: {
      id: longest.id,
      owner: { ...owner, token: await createToken(db, keys, owner) },
      applicants: longest.application_count,
    },
    admin: { token: await createToken(db, keys, admin) },
    emails: emails.map(({ email }) => email),
  };
}

export async function createToken(db: Database, keys: Keys, account: { id: string; roles: Role[] }): Promise<string> {
  const id = newId();
  const day = 24 * 60 * 60;
  const expiresAt = new Date(Date.now() + day * 1000);
  await db.insert(sessions).values({ id, userId: account.id, deviceId: 'bench', kind: 'rest', refreshHash: id, expiresAt });
  const claims = { userId: account.id, sessionId: id, sessionVersion: 1, deviceId: 'bench', roles: account.roles };
  return signAccessToken(keys, { ...claims, impersonatedId: null, impersonatorId: null }, day);
}
