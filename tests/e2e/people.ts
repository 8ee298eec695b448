import type { Page } from '@playwright/test';

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

/** Creates an account through the API. */
export async function registerDriver(page: Page, person: Person): Promise<void> {
  const { email, password, phone } = person;
  const data = { email, password, phone, first_name: person.firstName, last_name: person.lastName, role: 'driver' };
  const answer = await page.request.post('/api/1.0/auth/signup', { data });
  if (answer.status() !== 201) throw new Error(`Signing up failed: ${await answer.text()}`);
}
