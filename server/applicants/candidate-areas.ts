import { cellOf, middleOf, milesBetween, type Point } from '#server/places/cells.ts';
import type { Database } from '#server/db/open.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { type CandidateAreas, directions } from '#shared/matching/candidate.ts';
import { findMatches } from './candidates.ts';

type Area = CandidateAreas['areas'][number];

/** Roughly where the candidates of a job live, most of them first. Only the cells of the map leave the server. */
export async function candidateAreas(db: Database, scope: CompanyScope, id: string): Promise<CandidateAreas> {
  const { job, matches } = await findMatches(db, scope, id, true);
  const counts = new Map<number, number>();
  for (const { row } of matches) {
    const cell = cellOf(row.latitude, row.longitude);
    counts.set(cell, (counts.get(cell) ?? 0) + 1);
  }
  const areas = [...counts].map(([cell, candidates]): Area => {
    const middle = middleOf(cell);
    const miles = Math.round(milesBetween(job, middle) / 5) * 5;
    return { ...middle, candidates, miles, direction: directionTo(job, middle) };
  });
  return { areas: areas.toSorted((a, b) => b.candidates - a.candidates || a.miles - b.miles || a.latitude - b.latitude) };
}

function directionTo(from: Point, to: Point): Area['direction'] {
  const east = (to.longitude - from.longitude) * Math.cos((from.latitude * Math.PI) / 180);
  const eighths = Math.round(Math.atan2(east, to.latitude - from.latitude) / (Math.PI / 4));
  return directions[(eighths + 8) % 8] ?? 'north';
}
