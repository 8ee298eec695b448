import { afterEach, expect, test, vi } from 'vitest';
import { dayMs } from '#shared/days.ts';
import { demoAdDays } from './demo-ads.ts';
import { randomFrom } from './vocabulary.ts';

afterEach(() => vi.useRealTimers());

test.each(['2026-03-20T05:30:00Z', '2026-11-24T05:50:00Z'])(
  'past days of a demo ad differ also over a clock change, at %s',
  (now) => {
    vi.useFakeTimers({ now: new Date(now) });
    const days = demoAdDays(randomFrom(1), new Date(Date.now() - 24 * dayMs), 900).map(({ day }) => day);
    expect(days.length).toBeGreaterThanOrEqual(23);
    expect(new Set(days).size).toBe(days.length);
    expect(days.at(-1)! < now.slice(0, 10)).toBe(true);
  },
);
