import { eq } from 'drizzle-orm';
import { auditLog } from '#drizzle/schema/accounts.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { makeCompany, makeEmployee } from '#server/demo/builders.ts';
import { hashPassword } from '#server/session/passwords.ts';
import { roles } from '#shared/access/access.ts';
import type { TestApp } from '#tests/helpers/app.ts';

/** A company's admin and user, new employees, and what is visible of an account from outside: sign-in, emails, the audit log. */
export const password = 'Fresh#Asphalt42';

export type Employee = { id: string; email: string; version: number };

let hash: Promise<string> | undefined;
/** The hash of {@link password}. */
export const passwordHashOf = (): Promise<string> => (hash ??= hashPassword(password));

export async function companyWithPeople(t: TestApp) {
  const { db } = t.services;
  const passwordHash = await passwordHashOf();
  const company = await makeCompany(db);
  const admin = await makeEmployee(db, company.id, { roles: [roles.companyAdmin], passwordHash, firstName: 'Ada' });
  const user = await makeEmployee(db, company.id, { roles: [roles.companyUser], passwordHash });
  return { company, admin, user, token: await t.createToken(admin), userToken: await t.createToken(user) };
}

let sequence = 0;

/** The request body for a new employee. */
export function newEmployeeInput(overrides: object = {}) {
  sequence += 1;
  return {
    first_name: 'Wanda',
    last_name: 'Stone',
    email: `wanda-${sequence}@stone.example`,
    password,
    phone: '(402)555-0150',
    tn_newsletters: false,
    ...overrides,
  };
}

export const login = (t: TestApp, email: string, word = password) =>
  t.callRest('POST', '/auth/login', { body: { email, password: word, device_id: 'abcdefgh', role: 'employer' } });

export async function emailsTo(t: TestApp, recipient: string) {
  const rows = await t.services.db.select().from(outbox).where(eq(outbox.recipient, recipient));
  return rows.map(({ template, data }) => ({ template, data: data as Record<string, string> }));
}

/** The audit log's actions on an account. */
export async function actsOn(t: TestApp, id: string): Promise<string[]> {
  const rows = await t.services.db.select({ action: auditLog.action }).from(auditLog).where(eq(auditLog.subjectId, id));
  return rows.map(({ action }) => action);
}
