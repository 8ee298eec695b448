/**
 * Runs on the page before the application form. A signed-in person goes on to the form in the app (`web/routes/apply.$id.tsx`).
 * So does a visitor with the email address or mobile number, to which the app then sends a code.
 */
import { applyAddressKey } from '#shared/access/session-keys.ts';
import { storedText } from '#web/browser/stored-text.ts';
import { accessToken } from '#web/session/session.ts';
import { jobIdOfPage } from './job-id.ts';
import { onRestored } from './restored.ts';

function openForm(): void {
  const jobId = jobIdOfPage();
  if (accessToken() !== null && jobId) location.replace(`/apply/${jobId}`);
}
openForm();
onRestored(openForm);

addEventListener('submit', ({ target }) => {
  if (!(target instanceof HTMLFormElement)) return;
  // The field has no name, so that what was typed is not in the URL.
  const address = target.querySelector<HTMLInputElement>('#address')?.value.trim();
  if (address) storedText(applyAddressKey, 'sessionStorage').write(address);
});
