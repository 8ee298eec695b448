import { sql } from 'drizzle-orm';
import { applications } from '#drizzle/schema/drivers.ts';
import { applicationEvents } from '#drizzle/schema/hiring.ts';
import type { Stage } from '#shared/applicants/stages.ts';

/** The stages that the application was in since the driver sent it, according to the timeline. */
export const pastStages = sql<Stage[]>`(
  select coalesce(json_agg(stage), '[]') from ${applicationEvents} e, unnest(array[e.detail ->> 'from', e.detail ->> 'to']) stage
  where e.application_id = ${applications.id} and e.kind = 'stage' and e.at >= ${applications.applicationAt})`;

/** Whether the company has written to the driver about the application, or proposed an interview, since the driver sent it. */
export const hasHeard = sql<boolean>`exists (
  select from ${applicationEvents} e where e.application_id = ${applications.id} and e.at >= ${applications.applicationAt}
    and (e.kind = 'interview' or e.kind = 'message' and e.detail ->> 'from' = 'company'))`;
