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

const pageSize = 20;
const sponsoredPlaces = 3;

/**
 * Orders jobs as the search does. Each page begins with up to three jobs that are promoted or boosted, the promoted ones first.
 * The others follow by the sort and then by date, whatever was paid. No job comes twice.
 */
export function sortBySearchOrder(jobs: readonly Job[], key: SortKey = () => 0): Job[] {
  const byKeyAndDate = (a: Job, b: Job) => key(a) - key(b) || getPostingTime(b) - getPostingTime(a) || (a.id < b.id ? 1 : -1);
  let sorted = jobs.toSorted(byKeyAndDate);
  let sponsored = jobs
    .filter((job) => isInFuture(job.promotedUntil) || isInFuture(job.boostUntil))
    .toSorted((a, b) => Number(isInFuture(b.promotedUntil)) - Number(isInFuture(a.promotedUntil)) || byKeyAndDate(a, b));
  const order: Job[] = [];
  while (sorted.length > 0) {
    const top = sponsored.slice(0, sponsoredPlaces);
    const page = [...top, ...sorted.filter((job) => !top.includes(job)).slice(0, pageSize - top.length)];
    const shown = new Set(page);
    order.push(...page);
    sorted = sorted.filter((job) => !shown.has(job));
    sponsored = sponsored.filter((job) => !shown.has(job));
  }
  return order;
}
