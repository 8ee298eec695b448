import type { rowOfJob } from '#server/demo/builders.ts';
import { milesBetween, type Point } from '#server/places/cells.ts';
import { type PublicSort, weeklyFactor } from '#shared/jobs/public-job.ts';

type Job = ReturnType<typeof rowOfJob>;
type SortKey = (job: Job) => number;

const isInFuture = (date: Date | null | undefined) => date !== null && date !== undefined && date > new Date();
const getPostingTime = (job: Job) => job.postingDate?.getTime() ?? 0;

const getWeeklyPay = ({ expectedPayCents, salaryType }: Job) => (expectedPayCents ?? 0) * (weeklyFactor[salaryType] ?? 0);

/** Returns the value that a sort compares. The lowest comes first. */
export function getSortKey(sort: PublicSort, origin: Point | null): SortKey {
  if (sort === 'nearest' && origin) return (job) => Math.round(milesBetween(origin, job) * 100);
  return sort === 'pay' ? (job) => -getWeeklyPay(job) : () => 0;
}

/** Orders jobs as the search does: promoted jobs first, then by the sort, and equal jobs by boost and then date. */
export function sortBySearchOrder(jobs: readonly Job[], key: SortKey = () => 0): Job[] {
  return jobs.toSorted(
    (a, b) =>
      Number(isInFuture(b.promotedUntil)) - Number(isInFuture(a.promotedUntil)) ||
      key(a) - key(b) ||
      Number(isInFuture(b.boostUntil)) - Number(isInFuture(a.boostUntil)) ||
      getPostingTime(b) - getPostingTime(a) ||
      (a.id < b.id ? 1 : -1),
  );
}
