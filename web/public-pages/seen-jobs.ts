import { roles } from '#shared/access/access.ts';
import { maxSeenJobs } from '#shared/drivers/seen-job-limit.ts';
import { type SeenList, seenListKey } from '#shared/offline.ts';
import { storedText } from '#web/browser/stored-text.ts';
import { accessToken, currentRoles, isImpersonating, subjectOf } from '#web/session/session.ts';
import { jobIdOfPage } from './job-id.ts';

const storedList = storedText(seenListKey);
const shownJobs = 5;

const owner = () => (accessToken() === null ? null : subjectOf());

/** The jobs that were looked at in this browser. Another account's list counts as empty. A visitor's list goes to the driver who signs in. */
function readList(): SeenList {
  try {
    const list = JSON.parse(storedList.read() ?? 'null') as SeenList | null;
    if (list && (list.owner === null || list.owner === owner())) return list;
  } catch {
    // A list that cannot be read counts as empty.
  }
  return { owner: owner(), items: [], unsent: 0 };
}

/**
 * Remembers in the browser that this job was looked at (`docs/product/drivers.md#recently-viewed`). The members area takes it along to
 * the account.
 */
export function storeSeenJob(): void {
  const id = jobIdOfPage();
  const isDriver = currentRoles().includes(roles.driver);
  if (!id || isImpersonating() || (accessToken() !== null && !isDriver)) return;
  const { owner: before, items, unsent } = readList();
  const job = {
    id,
    title: document.querySelector('h1')?.textContent ?? '',
    facts: document.querySelector('h1 + p')?.textContent ?? '',
  };
  const list = {
    owner: before,
    items: [job, ...items.filter((item) => item.id !== id)].slice(0, maxSeenJobs),
    unsent: Math.min(unsent + 1, maxSeenJobs),
  };
  storedList.write(JSON.stringify(list));
}

/** Shows the last jobs below the search. They are in this browser, so that the page is complete before it is painted. */
export function showSeenJobs(): void {
  const section = document.querySelector<HTMLElement>('#seen');
  const { items } = readList();
  if (!section || items.length === 0) return;
  const prefix = location.pathname.replace(/\/$/, '');
  section.querySelector('ul')?.replaceChildren(
    ...items.slice(0, shownJobs).map(({ id, title, facts }) => {
      const [item, link, text] = [document.createElement('li'), document.createElement('a'), document.createElement('span')];
      link.href = `${prefix}/${encodeURIComponent(id)}`;
      link.textContent = title;
      text.className = 'quiet';
      text.textContent = facts;
      item.append(link, text);
      return item;
    }),
  );
  section.hidden = false;
}
