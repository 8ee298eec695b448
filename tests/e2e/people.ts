import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { storeToken } from './visitor.ts';

export type Person = { email: string; password: string; firstName: string; lastName: string; phone: string };

let createdCount = 0;

/** Creates the details of a person who has no account. */
export function newPerson(overrides: Partial<Person> = {}): Person {
  createdCount += 1;
  const uniqueSuffix = `${Date.now().toString(36)}${createdCount}`;
  return {
    email: `wanda-${uniqueSuffix}@redrock.example`,
    password: 'Long-Haul#2026',
    firstName: 'Wanda',
    lastName: 'Stone',
    phone: '4355550188',
    ...overrides,
  };
}

/** Returns a phone number of ten digits that no other person in the tests has. */
export const makePhone = (areaCode: string): string => `${areaCode}${String(Date.now()).slice(-7)}`;

/**
 * Returns options for a visitor with a separate IP address. The server limits email checks by IP address, and the sign-ups of
 * other tests use up the limit of this machine.
 */
export const randomIpOptions = () => ({
  extraHTTPHeaders: { 'x-forwarded-for': `198.18.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}` },
});

/** Fills in the sign-up screen from its first step. */
export async function fillSignUp(page: Page, person: Person): Promise<void> {
  const submitButton = page.getByRole('button', { name: "Let's Go" });
  await page.getByLabel('Email').fill(person.email);
  await submitButton.click();
  await page.getByLabel('Confirm email').fill(person.email);
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('Phone').fill(person.phone);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
  await submitButton.click();
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

/** Creates an employer with a new company through the API, and signs the page's browser in. */
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

type JobListResponse = { data: { id: string; status: string }[] };

export const omaha = { city: 'Omaha', state: 'NE', postal_code: '68102' };

type ApplyingPerson = Partial<Person> & { home?: typeof omaha };

/** Signs a new driver in on this page and applies to a job of the demo company that other tests apply to as well. */
export async function applyAsDriver(driverPage: Page, employerPage: Page, person: ApplyingPerson = {}) {
  await employerPage.goto('/company/jobs');
  const token = await employerPage.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  const { data } = (await (await employerPage.request.get('/api/1.0/jobs?limit=100', { headers })).json()) as JobListResponse;
  const job = data.find(({ status }) => status === 'POSTED');
  if (!job) throw new Error('The demo company has no posted job');
  return applyToJob(driverPage, job.id, person);
}

/** Signs a new driver in on this page and applies to a job. */
export async function applyToJob(driverPage: Page, jobId: string, { home = omaha, ...person }: ApplyingPerson = {}) {
  const driver = newPerson(person);
  await registerDriver(driverPage, driver);
  const headers = { authorization: `Bearer ${await signInByApi(driverPage, driver)}` };
  const profile = { ...home, cdl_status: 'Class A', years_of_experience: 4 };
  const profileResponse = await driverPage.request.patch('/api/1.0/member/profile', { headers, data: profile });
  const applyResponse = await driverPage.request.post(`/api/1.0/jobs/${jobId}/apply`, { headers, data: {} });
  for (const answer of [profileResponse, applyResponse])
    if (!answer.ok()) throw new Error(`Applying failed: ${await answer.text()}`);
  const { id } = ((await applyResponse.json()) as { data: { id: string } }).data;
  return { driver, applicantId: id };
}
