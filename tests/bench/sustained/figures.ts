import { percentile } from '#tests/bench/numbers.ts';
import type { Answer } from './client.ts';

export type Figures = { rate: number; p50: number; p90: number; p99: number; succeeded: number; shed: number; failed: number };

const isSuccessful = ({ status }: Answer) => status >= 200 && status < 400;
/** Whether the server rejected the request because of overload, which includes a time to retry. */
const isShed = ({ status }: Answer) => status === 429 || status === 503;

/** Computes the successful responses per second, their times, and the number of responses with each status. */
export function computeFigures(answers: readonly Answer[], seconds: number): Figures {
  const succeeded = answers.filter(isSuccessful);
  const shed = answers.filter(isShed).length;
  const times = succeeded.map(({ ms }) => ms);
  return {
    rate: succeeded.length / seconds,
    p50: percentile(times, 0.5),
    p90: percentile(times, 0.9),
    p99: percentile(times, 0.99),
    succeeded: succeeded.length,
    shed,
    failed: answers.length - succeeded.length - shed,
  };
}

/** Computes the figures of each interval of the given length. */
export function computeFiguresByInterval(answers: readonly Answer[], seconds: number, intervalSeconds: number): Figures[] {
  const parts = Array.from({ length: Math.ceil(seconds / intervalSeconds) }, (): Answer[] => []);
  for (const answer of answers) parts[Math.min(parts.length - 1, Math.floor(answer.dueSeconds / intervalSeconds))]?.push(answer);
  return parts.map((part) => computeFigures(part, intervalSeconds));
}

/** Computes the figures of each kind of request, the most frequent kind first. */
export function computeFiguresByKind(answers: readonly Answer[], seconds: number): [kind: string, figures: Figures][] {
  const kinds = Map.groupBy(answers, ({ kind }) => kind);
  return [...kinds]
    .map(([kind, part]): [string, Figures] => [kind, computeFigures(part, seconds)])
    .sort(([, a], [, b]) => b.rate - a.rate);
}

/**
 * Returns the seconds until the server has recovered. After that, no request was rejected, and nine of ten responses in
 * every second arrived within the normal p99.
 */
export function computeRecoverySeconds(answers: readonly Answer[], seconds: number, maxNormalMs: number): number {
  const lastBad = computeFiguresByInterval(answers, seconds, 1).findLastIndex(
    ({ p90, shed, failed }) => shed + failed > 0 || p90 > maxNormalMs,
  );
  return lastBad + 1;
}
