import { percentile } from '#tests/bench/numbers.ts';
import type { Answer } from './client.ts';

export type Figures = { rate: number; p50: number; p90: number; p99: number; good: number; shed: number; failed: number };

const isGood = ({ status }: Answer) => status >= 200 && status < 400;
/** Refused according to the contract, with a time to retry. */
const isShed = ({ status }: Answer) => status === 429 || status === 503;

/** Successful answers per second, their times, and the number of each status. */
export function figuresOf(answers: readonly Answer[], seconds: number): Figures {
  const good = answers.filter(isGood);
  const shed = answers.filter(isShed).length;
  const times = good.map(({ ms }) => ms);
  return {
    rate: good.length / seconds,
    p50: percentile(times, 0.5),
    p90: percentile(times, 0.9),
    p99: percentile(times, 0.99),
    good: good.length,
    shed,
    failed: answers.length - good.length - shed,
  };
}

/** The same for each interval of the given length. */
export function figuresByInterval(answers: readonly Answer[], seconds: number, intervalSeconds: number): Figures[] {
  const parts = Array.from({ length: Math.ceil(seconds / intervalSeconds) }, (): Answer[] => []);
  for (const answer of answers) parts[Math.min(parts.length - 1, Math.floor(answer.at / intervalSeconds))]?.push(answer);
  return parts.map((part) => figuresOf(part, intervalSeconds));
}

/** By kind of request, in the order of their share. */
export function byKind(answers: readonly Answer[], seconds: number): [kind: string, figures: Figures][] {
  const kinds = Map.groupBy(answers, ({ kind }) => kind);
  return [...kinds]
    .map(([kind, part]): [string, Figures] => [kind, figuresOf(part, seconds)])
    .sort(([, a], [, b]) => b.rate - a.rate);
}

/**
 * The seconds until the server has recovered: from then on nothing was refused in any second, and nine of ten answers came
 * within the normal p99.
 */
export function recoverySeconds(answers: readonly Answer[], seconds: number, calmMs: number): number {
  const ill = figuresByInterval(answers, seconds, 1).findLastIndex(({ p90, shed, failed }) => shed + failed > 0 || p90 > calmMs);
  return ill + 1;
}
