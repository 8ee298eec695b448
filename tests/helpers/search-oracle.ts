import type { rowOfJob } from '#server/demo/builders.ts';
import { milesBetween, type Point } from '#server/places/cells.ts';
import { type PublicSort, weeklyFactor } from '#shared/jobs/public-job.ts';

type Job = ReturnType<typeof rowOfJob>;
type Key = (job: Job) => number;

const isAhead = (until: Date | null | undefined) => until !== null && until !== undefined && until > new Date();
const time = (job: Job) => job.postingDate?.getTime() ?? 0;

const weekly = ({ expectedPayCents, salaryType }: Job) => (expectedPayCents ?? 0) * (weeklyFactor[salaryType] ?? 0);

/** The value that a sort compares, the lowest first. */
export function keyOf(sort: PublicSort, from: Point | null): Key {
  if (sort === 'nearest' && from) return (job) => Math.round(milesBetween(from, job) * 100);
  return sort === 'pay' ? (job) => -weekly(job) : () => 0;
}

/** Orders jobs as the search does: promoted ones first, then by the sort, then boosted ones among equals, then the newest. */
export function inSearchOrder(list: readonly Job[], key: Key = () => 0): Job[] {
  return list.toSorted(
    (a, b) =>
      Number(isAhead(b.promotedUntil)) - Number(isAhead(a.promotedUntil)) ||
      key(a) - key(b) ||
      Number(isAhead(b.boostUntil)) - Number(isAhead(a.boostUntil)) ||
      time(b) - time(a) ||
      (a.id < b.id ? 1 : -1),
  );
}
