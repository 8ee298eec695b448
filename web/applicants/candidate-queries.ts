import { type Outputs, trpc } from '#web/trpc.ts';

export type Candidate = Outputs['applicants']['candidates']['items'][number];

/** The best matches near the job: no more than one page of them is shown (`spec: work §9`). */
export const candidatesQuery = (jobId: string) => trpc.applicants.candidates.queryOptions({ id: jobId, distanceLimit: true });
