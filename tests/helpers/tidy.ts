import { afterAll, vi } from 'vitest';

/** Test files share a process and its modules (vitest.config.ts), so each file restores what it replaced. */
afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  vi.restoreAllMocks();
});
