/** Runs on the page before the application form: a signed-in person goes on to the form in the app (`web/routes/apply.$id.tsx`). */
import { accessToken } from '#web/session/session.ts';
import { jobIdOfPage } from './job-id.ts';
import { onRestored } from './restored.ts';

function openForm(): void {
  const jobId = jobIdOfPage();
  if (accessToken() !== null && jobId) location.replace(`/apply/${jobId}`);
}
openForm();
onRestored(openForm);
