import { roles } from '#shared/access/access.ts';
import { freshToken } from '#web/session/refresh.ts';
import { currentRoles } from '#web/session/session.ts';
import { jobsShownEvent } from './save-button.ts';

/**
 * Lets drivers sort by their match score. The page is the same for everyone, so the driver's order is requested here with the token,
 * and the results of that answer replace those of the page.
 */
export function startBestMatch(): void {
  if (!currentRoles().includes(roles.driver)) return;
  addOption();
  if (new URLSearchParams(location.search).get('sort') === 'best') void showBest();
}

function addOption(): void {
  const control = document.querySelector<HTMLElement>('.sort');
  const select = control?.querySelector('select');
  if (!control || !select || select.querySelector('[value=best]')) return;
  const isChosen = new URLSearchParams(location.search).get('sort') === 'best';
  select.add(new Option(control.dataset['best'] ?? '', 'best', isChosen, isChosen));
}

async function showBest(): Promise<void> {
  const results = document.getElementById('results');
  if (!results) return;
  results.ariaBusy = 'true';
  const token = await freshToken();
  const answer = await fetch(location.href, { headers: { authorization: `Bearer ${token ?? ''}` } }).catch(() => null);
  if (answer?.ok) {
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const [newResults, newMap] = [page.getElementById('results'), page.querySelector('.map')];
    if (newResults) results.replaceChildren(...newResults.childNodes);
    if (newMap) document.querySelector('.map')?.replaceWith(newMap);
    dispatchEvent(new Event(jobsShownEvent));
  }
  results.ariaBusy = null;
}
