import { roles } from '#shared/access/access.ts';
import { freshToken } from '#web/session/refresh.ts';
import { accessToken, currentRoles } from '#web/session/session.ts';
import { onRestored } from './restored.ts';

const path = '/api/1.0/member/saved-jobs';

/**
 * Lets drivers save jobs (`docs/product/drivers.md#saved-jobs`). The page is the same for everyone, so the jobs that the driver
 * saved are requested here. A visitor signs in first, and the screen of the saved jobs then saves the job.
 */
export function startSaveButtons(): void {
  const findButtons = () => [...document.querySelectorAll<HTMLElement>('.save')];
  const start = () => {
    const buttons = findButtons();
    void showSavedJobs(buttons);
    for (const button of buttons) button.addEventListener('click', () => void toggle(button));
  };
  if (findButtons().length === 0) return;
  start();
  onRestored(() => void showSavedJobs(findButtons()));
  addEventListener(jobsShownEvent, start);
}

/** Tells the scripts of a page that it shows other jobs. */
export const jobsShownEvent = 'jobs-shown';

/** The buttons that were pressed since the last request for the saved jobs. Its answer may be older than what they show. */
const pressedButtons = new Set<HTMLElement>();

const show = (button: HTMLElement, isSaved: boolean) => button.setAttribute('aria-pressed', String(isSaved));

async function showSavedJobs(buttons: readonly HTMLElement[]): Promise<void> {
  if (!currentRoles().includes(roles.driver)) return;
  pressedButtons.clear();
  const answer = await request(`${path}/ids`);
  if (!answer?.ok) return;
  const { data } = (await answer.json()) as { data: string[] };
  for (const button of buttons) if (!pressedButtons.has(button)) show(button, data.includes(button.dataset['job'] ?? ''));
}

/** The button changes immediately. If the server refuses, the screen of the saved jobs tries again and shows why. */
async function toggle(button: HTMLElement): Promise<void> {
  const { job = '' } = button.dataset;
  const savedPage = `/members/saved?save=${job}`;
  if (accessToken() === null) return location.assign(`/login?next=${encodeURIComponent(savedPage)}`);
  if (button.ariaBusy === 'true') return;
  button.ariaBusy = 'true';
  pressedButtons.add(button);
  const wasSaved = button.getAttribute('aria-pressed') === 'true';
  show(button, !wasSaved);
  const answer = wasSaved
    ? await request(`${path}/${job}`, { method: 'DELETE' })
    : await request(path, { method: 'POST', body: JSON.stringify({ job_id: job }) });
  button.ariaBusy = 'false';
  if (answer?.ok) return;
  show(button, wasSaved);
  if (answer) location.assign(wasSaved ? '/members/saved' : savedPage);
  else showFailure(button);
}

async function request(url: string, options: RequestInit = {}): Promise<Response | null> {
  const token = await freshToken();
  const headers = { authorization: `Bearer ${token ?? ''}`, ...(options.body && { 'content-type': 'application/json' }) };
  return fetch(url, { ...options, headers }).catch(() => null);
}

/** The message is above the page, so that nothing moves. */
function showFailure({ dataset }: HTMLElement): void {
  document.querySelector('.save-failure')?.remove();
  const message = document.createElement('p');
  message.className = 'save-failure';
  message.role = 'alert';
  message.textContent = dataset['failure'] ?? '';
  document.body.append(message);
  setTimeout(() => message.remove(), 8000);
}
