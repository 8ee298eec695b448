import type { InjectOptions } from 'fastify';
import { makeCompany, makeDriver, makeEmployee, makeJob, makeUser } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import type { TestApp } from '#tests/helpers/app.ts';

/** Two companies, an administrator and a driver, each with a token. */
export async function makePeople(t: TestApp) {
  const { db } = t.services;
  const company = await makeCompany(db, { companyName: 'Wire Freight' });
  const owner = await makeEmployee(db, company.id, { roles: [roles.companyAdmin] });
  const other = await makeCompany(db, { companyName: 'Other Freight' });
  const stranger = await makeEmployee(db, other.id, { roles: [roles.companyAdmin] });
  const admin = await makeUser(db, { roles: [roles.superAdmin] });
  const driver = await makeDriver(db);
  const job = await makeJob(db, company.id, { employerId: owner.id });
  const tokens = {
    owner: await t.createToken(owner),
    stranger: await t.createToken(stranger),
    admin: await t.createToken(admin),
    driver: await t.createToken(driver),
  };
  return { company, owner, other, stranger, admin, driver, job, tokens };
}

export type People = Awaited<ReturnType<typeof makePeople>>;

/** A call with exactly these bytes as its body. */
export async function raw(t: TestApp, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, options: RawOptions = {}) {
  const { token, type, payload } = options;
  const request: InjectOptions = {
    method,
    url: `/api/1.0${path}`,
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...(type ? { 'content-type': type } : {}) },
  };
  if (payload !== undefined) request.payload = payload;
  const response = await t.app.inject(request);
  const isFile = /^(?:text\/csv|application\/zip)/.test(String(response.headers['content-type']));
  const body = isFile ? { data: response.body } : (JSON.parse(response.body) as Answer);
  return { status: response.statusCode, text: response.body, body };
}

type RawOptions = { token?: string; type?: string; payload?: string | Buffer };
type Answer = {
  data?: unknown;
  errors?: { message: string; code: string; field?: string; detail?: string }[];
  message?: string;
};

/** The keys of an answer and of everything in it. */
export function keysOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner)]);
}

export const condition = (field: string, operator: string, value: unknown) => ({ field, operator, value });
