import type { Page } from '@playwright/test';
import { en } from '#shared/texts/en.ts';
import { expect, test } from './test.ts';

test.describe('recommending Haulboard', () => {
  /** Captures the email link. With `hasClient`, the page loses focus, as it does when an email program opens. */
  async function openDialog(page: Page, { hasClient = false } = {}): Promise<void> {
    await page.addInitScript((hasEmailClient) => {
      document.addEventListener('click', (event) => {
        const link = event.target instanceof HTMLAnchorElement ? event.target : null;
        if (!link?.href.startsWith('mailto:')) return;
        event.preventDefault();
        document.documentElement.dataset['mailto'] = link.href;
        if (hasEmailClient) window.dispatchEvent(new Event('blur'));
      });
    }, hasClient);
    await page.goto('/company/jobs');
    await page.getByRole('button', { name: 'Recommend' }).click();
  }
  const getDialog = (page: Page) => page.getByRole('dialog', { name: 'Recommend Haulboard' });
  const getSendButton = (page: Page) => getDialog(page).getByRole('button', { name: 'Send' });

  async function fillForm(page: Page): Promise<void> {
    await getDialog(page).getByLabel('Full name').fill('Rosa Delgado');
    await getDialog(page).getByLabel('Email').fill('rosa@delgado.example');
  }

  test('validates the form before sending', async ({ page, signInAs, checkAccessibility }) => {
    await signInAs('company');
    await openDialog(page);
    await expect(getSendButton(page)).toBeDisabled();
    await getDialog(page).getByLabel('Full name').fill('R');
    await getDialog(page).getByLabel('Email').fill('rosa');
    await getDialog(page).getByLabel('Full name').focus();
    await expect(getDialog(page).getByText(en.errors.recommendNameShort)).toBeVisible();
    await expect(getDialog(page).getByText(en.errors.emailInvalid)).toBeVisible();
    await expect(getSendButton(page)).toBeDisabled();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await checkAccessibility();
    await fillForm(page);
    await expect(getSendButton(page)).toBeEnabled();
  });

  test('opens the email client with the invitation and clears the form after 1.5 seconds', async ({ page, signInAs }) => {
    await page.clock.install();
    await signInAs('company');
    await openDialog(page, { hasClient: true });
    await fillForm(page);
    await getSendButton(page).click();
    await expect(page.locator('html')).toHaveAttribute('data-mailto', /^mailto:rosa@delgado\.example\?subject=/);
    await expect(getDialog(page).getByLabel('Full name')).toBeDisabled();
    await page.clock.fastForward('00:05');
    await expect(getDialog(page).getByLabel('Full name')).toHaveValue('');
    await expect(getDialog(page).getByLabel('Email')).toHaveValue('');
    await expect(getSendButton(page)).toBeDisabled();
    await expect(getDialog(page).getByText('Your invitation is ready in your email app')).toBeVisible();
    const mailto = new URL((await page.locator('html').getAttribute('data-mailto')) ?? '');
    expect(mailto.searchParams.get('body')).toContain('/signup?firstName=Rosa&lastName=Delgado&email=rosa%40delgado.example');
  });

  test('warns when there is no email client', async ({ page, signInAs, checkAccessibility }) => {
    await signInAs('driver');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.clock.install();
    await openDialog(page);
    await page.goto('/members/home');
    await page.getByRole('button', { name: 'Recommend' }).click();
    await fillForm(page);
    await getSendButton(page).click();
    await expect(page.locator('html')).toHaveAttribute('data-mailto', /role%3Ddriver/);
    await page.clock.fastForward('00:05');
    await expect(getDialog(page).getByRole('alert')).toContainText(en.errors.noEmailClient);
    await checkAccessibility();
  });

  test('reports a failure and keeps the input', async ({ page, signInAs }) => {
    await signInAs('company');
    await page.route('**/trpc/auth.recommend*', (route) => route.fulfill({ status: 502, body: '' }));
    await openDialog(page);
    await fillForm(page);
    await getSendButton(page).click();
    await expect(getDialog(page).getByRole('alert')).toHaveText(en.errors.recommendFailed);
    await expect(getDialog(page).getByLabel('Email')).toHaveValue('rosa@delgado.example');
    await expect(getSendButton(page)).toBeEnabled();
  });
});
