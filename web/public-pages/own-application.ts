import { roles } from '#shared/access/access.ts';
import { date } from '#shared/format.ts';
import { freshToken } from '#web/session/refresh.ts';
import { currentRoles } from '#web/session/session.ts';

type Application = { application_at: string; status: string };

/**
 * Replaces the Apply button with the application's date if the driver has applied. The page is the same for everyone, so the
 * driver's own application is requested here. If a request fails, the page stays unchanged.
 */
export async function showOwnApplication(): Promise<void> {
  const box = document.querySelector<HTMLElement>('.apply');
  const { job: jobId, zone } = box?.dataset ?? {};
  if (!box || !jobId || !zone || !currentRoles().includes(roles.driver)) return;
  const application = await readApplication(jobId);
  const time = box.querySelector<HTMLTimeElement>('.applied time');
  if (!application || application.status === 'withdrawn' || !time) return;
  time.dateTime = application.application_at;
  time.textContent = date(application.application_at, zone);
  box.dataset['applied'] = '';
}

async function readApplication(jobId: string): Promise<Application | undefined> {
  const token = await freshToken();
  const answer = await fetch(`/api/1.0/member/applications?limit=1&job_id=${jobId}`, {
    headers: { authorization: `Bearer ${token ?? ''}` },
  }).catch(() => null);
  if (!answer?.ok) return undefined;
  const { data } = (await answer.json()) as { data: Application[] };
  return data[0];
}
