import { type Outputs, trpc } from '#web/trpc.ts';

export type Candidate = Outputs['applicants']['candidates']['items'][number];

/** The best matches near the job: no more than one page of them is shown (`spec: work §9`). */
export const candidatesQuery = (jobId: string) => trpc.applicants.candidates.queryOptions({ id: jobId, distanceLimit: true });

export type Area = Outputs['applicants']['candidateAreas']['areas'][number];

/** Roughly where all of them live. */
export const candidateAreasQuery = (jobId: string) => trpc.applicants.candidateAreas.queryOptions({ id: jobId });
