/** What the service worker, the pages and the server share (`docs/product/drivers.md#without-a-connection`). */

/** The path of the service worker. It controls only pages below its path, so it is at the root. */
export const serviceWorkerPath = '/service-worker.js';

/** The query with which the installed app opens the jobs (`docs/product/drivers.md#the-app`). */
export const appQuery = '?app';

/** The path of the page that is shown without a connection, without its language. */
export const offlinePath = '/offline';

/** The name of the browser's cache with the pages of jobs that the person looked at. A new format needs a new name. */
export const seenJobsCache = 'jobs';
/** How many pages of jobs the cache has. The oldest are deleted. */
export const maxSeenJobs = 20;

/** The server replaces it in the service worker, so that a new offline page is a new worker. */
export const workerVersion = '{workerVersion}';

/** Hides the notice on a job's page that the page is a stored one. The service worker shows it. */
export const storedNotice = { hidden: '<p class="card stored" hidden>', shown: '<p class="card stored" role="status">' } as const;

/** The local storage key of a driver's applications as they were last seen. */
export const lastApplicationsKey = 'lastApplications';
/** How many applications are stored. */
export const maxLastApplications = 50;

/** A driver's application as it was last seen, in the language that the driver read it in. */
export type LastApplication = {
  jobId: string;
  title: string;
  company: string;
  place: string;
  status: string;
  /** What the driver can do next, with the time of an interview. */
  nextStep: string;
};
/** The value at {@link lastApplicationsKey}. */
export type LastApplications = {
  /** The account's id. The offline page shows the list only while this account is signed in. */
  owner: string;
  /** When the driver saw them, in the driver's time zone and language. */
  seenAt: string;
  items: readonly LastApplication[];
};

/** The local storage key of the jobs that were looked at in this browser. */
export const seenListKey = 'seenJobs';
/** The value at {@link seenListKey}, the last job first. */
export type SeenList = {
  /** The account's id. Null if nobody was signed in, until a driver takes the list along. */
  owner: string | null;
  /** How many of the first items the server does not know yet. */
  unsent: number;
  /** `facts` are the company and the place. */
  items: { id: string; title: string; facts: string }[];
};
