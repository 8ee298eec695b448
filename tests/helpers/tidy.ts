import { afterAll, vi } from 'vitest';

/** Files share a process and the modules they load (vitest.config.ts): none leaves behind what it put in place of others. */
afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  vi.restoreAllMocks();
});
