import * as z from 'zod/mini';
import { codes } from '#shared/catalogues.ts';
import { type ApplicationSource, applicationSources } from './stages.ts';

/** A link that a person shares names its source, so that the company sees which links bring applicants. */
export const sharedLinkPath = (jobId: string): string => `/jobs/${jobId}?source=share`;

const storedSchema = z.object({ jobId: z.string(), source: z.string() });

/**
 * Where the driver found the job, as the job's public page stored it (`web/public-pages/source.ts`). A name that we do not know was
 * chosen by whoever shared the link. Undefined if nothing is stored for this job.
 */
export function parseStoredSource(stored: string | null, jobId: string): ApplicationSource | undefined {
  try {
    const parsed = storedSchema.parse(JSON.parse(stored ?? ''));
    if (parsed.jobId !== jobId) return undefined;
    return codes(applicationSources).find((code) => code === parsed.source) ?? 'share';
  } catch {
    return undefined;
  }
}
