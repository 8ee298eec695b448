import { TRPCClientError } from '@trpc/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { t } from '#web/texts/app.ts';
import { errorText } from './errors.ts';
import { fetchWithTimeout, paymentTimeoutMs, isLongCall, isMoneyCall, requestMs } from './time-out.ts';

/** A fetch whose server never responds. */
const silent = vi.fn<typeof fetch>(
  (_input, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
    }),
);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', silent);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a request gives up after 6000 ms, and the user reads that there was no answer', async () => {
  const failed = vi.fn<(error: unknown) => void>();
  fetchWithTimeout(requestMs)('/trpc/jobs.list').catch(failed);
  await vi.advanceTimersByTimeAsync(5_999);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(failed).toHaveBeenCalledOnce();
  expect(errorText(TRPCClientError.from(failed.mock.calls[0]?.[0] as Error))).toBe(t('ui.noConnection'));
});

test('a request that its screen cancels is aborted immediately', async () => {
  const unwanted = new AbortController();
  const failed = vi.fn<(error: Error) => void>();
  fetchWithTimeout(requestMs)('/trpc/jobs.list', { signal: unwanted.signal }).catch(failed);
  unwanted.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(failed.mock.calls[0]?.[0].name).toBe('AbortError');
});

test('a charge waits for the gateway', () => {
  expect(isMoneyCall({ path: 'checkout.charge', type: 'mutation' })).toBe(true);
  expect(isMoneyCall({ path: 'billing.history', type: 'query' })).toBe(false);
  expect(isMoneyCall({ path: 'jobs.cancelRenewal', type: 'mutation' })).toBe(false);
  expect(isLongCall({ path: 'jobs.writing.draft', type: 'mutation' })).toBe(true);
  expect(isLongCall({ path: 'messages.send', type: 'mutation' })).toBe(false);
  expect(paymentTimeoutMs).toBeGreaterThan(30_000);
});
