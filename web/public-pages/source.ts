import { applicationSourceKey } from '#shared/access/session-keys.ts';
import type { ApplicationSource } from '#shared/applicants/stages.ts';
import { storedText } from '#web/browser/stored-text.ts';
import { jobIdOfPage } from './job-id.ts';

const storedSource = storedText(applicationSourceKey, 'sessionStorage');

/**
 * Stores where the driver found the job: the link's `source` parameter (`from` in links of earlier emails and feeds), or the
 * search or the list of matching jobs if the driver came from there and no source is stored for this job. It stays in the tab
 * through sign-up. The application form reads it (`shared/applicants/application-source.ts`).
 */
export function storeSource(): void {
  const jobId = jobIdOfPage();
  const parameters = new URLSearchParams(location.search);
  const source = parameters.get('source') || parameters.get('from') || sourceOfReferrer(jobId);
  if (source) storedSource.write(JSON.stringify({ jobId, source }));
}

function sourceOfReferrer(jobId: string | undefined): ApplicationSource | null {
  if (!URL.canParse(document.referrer)) return null;
  const { origin, pathname } = new URL(document.referrer);
  const isList = origin === location.origin && /\/jobs$|^\/members\/home$/.test(pathname);
  return isList && jobOfStoredSource() !== jobId ? 'search' : null;
}

function jobOfStoredSource(): unknown {
  try {
    const stored: unknown = JSON.parse(storedSource.read() ?? 'null');
    return typeof stored === 'object' && stored !== null && 'jobId' in stored ? stored.jobId : undefined;
  } catch {
    return undefined;
  }
}
