import { type LastApplication, type LastApplications, lastApplicationsKey, seenJobsCache } from '#shared/offline.ts';
import { storedText } from '#web/browser/stored-text.ts';
import { subjectOf } from '#web/session/session.ts';

/** A text of a job's page or of an application, written as text and never as HTML. */
function write(item: Element, selector: string, value: string | null | undefined): void {
  const element = item.querySelector(selector);
  if (element) element.textContent = value ?? '';
}

function showList(id: string, template: string, fill: readonly ((item: Element) => void)[]): void {
  const section = document.getElementById(id);
  const source = document.querySelector<HTMLTemplateElement>(`template#${template}`)?.content.firstElementChild;
  const items = fill.map((fillItem) => {
    const item = source ? document.importNode(source, true) : document.createElement('li');
    fillItem(item);
    return item;
  });
  section?.querySelector('ul')?.replaceChildren(...items);
  section?.toggleAttribute('hidden', items.length === 0);
}

/** The last seen applications of the account that is signed in, or null. */
function readApplications(): LastApplications | null {
  try {
    const applications = JSON.parse(storedText(lastApplicationsKey).read() ?? 'null') as LastApplications | null;
    return applications?.owner === subjectOf() ? applications : null;
  } catch {
    return null;
  }
}

const fillApplication =
  ({ title, company, place, status, nextStep }: LastApplication) =>
  (item: Element): void => {
    write(item, 'h3', title);
    write(item, '.quiet', [company, place].filter(Boolean).join(' · '));
    write(item, 'b', status);
    write(item, 'span', nextStep);
  };

/** A job's page contains its title and, below it, the company and the place. */
const fillJob =
  ({ path, page }: { path: string; page: Document }) =>
  (item: Element): void => {
    write(item, 'a', page.querySelector('h1')?.textContent);
    write(item, '.quiet', page.querySelector('h1 + p')?.textContent);
    item.querySelector('a')?.setAttribute('href', path);
  };

/** The stored pages of jobs, the last one first. */
async function readSeenJobs() {
  if (!(await caches.has(seenJobsCache))) return [];
  const cache = await caches.open(seenJobsCache);
  const addresses = (await cache.keys()).toReversed();
  return Promise.all(
    addresses.map(async ({ url }) => {
      const text = (await (await cache.match(url))?.text()) ?? '';
      return { path: new URL(url).pathname, page: new DOMParser().parseFromString(text, 'text/html') };
    }),
  );
}

/** Shows the applications and the jobs that this browser stores, and whether there are any. */
export async function showStored(): Promise<void> {
  const applications = readApplications();
  const time = document.querySelector('time');
  if (applications && time) time.textContent = applications.seenAt;
  showList('applications', 'application', (applications?.items ?? []).map(fillApplication));
  const seenJobs = await readSeenJobs().catch(() => []);
  showList('seen-jobs', 'seen-job', seenJobs.map(fillJob));
  document
    .getElementById('nothing-stored')
    ?.toggleAttribute('hidden', seenJobs.length > 0 || Boolean(applications?.items.length));
}
