import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { storeToken } from './tabs.ts';

export type Person = { email: string; password: string; firstName: string; lastName: string; phone: string };

let made = 0;

/** A person that the server does not know. */
export function newPerson(overrides: Partial<Person> = {}): Person {
  made += 1;
  const stamp = `${Date.now().toString(36)}${made}`;
  return {
    email: `wanda-${stamp}@redrock.example`,
    password: 'Long-Haul#2026',
    firstName: 'Wanda',
    lastName: 'Stone',
    phone: '4355550188',
    ...overrides,
  };
}

/**
 * Options of a visitor with a network address of their own. Email checks are limited by address, and the sign-ups of the
 * other tests use up those of the machine.
 */
export const fromOwnAddress = () => ({
  extraHTTPHeaders: { 'x-forwarded-for': `198.18.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}` },
});

/** Fills in the sign-up screen from its first step. */
export async function fillSignUp(page: Page, person: Person): Promise<void> {
  const send = page.getByRole('button', { name: "Let's Go" });
  await page.getByLabel('Email').fill(person.email);
  await send.click();
  await page.getByLabel('Confirm email').fill(person.email);
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('Phone').fill(person.phone);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
  await send.click();
}

/** Fills in the open sign-in form. */
export async function fillLogin(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Creates a driver's account through the API. */
export const registerDriver = (page: Page, person: Person): Promise<void> => register(page, person, 'driver');

async function register(page: Page, person: Person, role: 'driver' | 'employer'): Promise<void> {
  const { email, password, phone } = person;
  const data = { email, password, phone, first_name: person.firstName, last_name: person.lastName, role };
  const answer = await page.request.post('/api/1.0/auth/signup', { data });
  if (answer.status() !== 201) throw new Error(`Signing up failed: ${await answer.text()}`);
}

/** Creates an employer with a new company, and signs the page's browser in, through the API. */
export async function registerEmployer(page: Page, person: Person, companyName: string): Promise<void> {
  await register(page, person, 'employer');
  const token = await signInByApi(page, person);
  const data = {
    company_name: companyName,
    size: '11-20',
    email: person.email,
    street1: '1414 Harney St',
    city: 'Omaha',
    state: 'NE',
    postal_code: '68102',
    phone: person.phone,
  };
  const answer = await page.request.post('/api/1.0/companies', { data, headers: { authorization: `Bearer ${token}` } });
  if (answer.status() !== 201) throw new Error(`Creating the company failed: ${await answer.text()}`);
}

/** Signs the page's browser in through the API, and returns the access token. */
export async function signInByApi(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<string> {
  const deviceId = randomBytes(4).toString('hex');
  const data = { email, password, deviceId, role: 'employer' };
  const answer = await page.request.post('/trpc/auth.login', { data });
  if (answer.status() !== 200) throw new Error(`Signing in failed: ${await answer.text()}`);
  const { result } = (await answer.json()) as { result: { data: { accessToken: string } } };
  await storeToken(page, result.data.accessToken);
  return result.data.accessToken;
}
