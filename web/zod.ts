import { config } from 'zod/v4/core';

/**
 * Zod as the browser loads it: `vite.config.ts` puts this module in the place of `zod/mini`, so it runs before any schema is made
 * and comes with the first one. Without `jitless`, Zod tries `new Function`, which the policy of the page blocks and reports
 * (server/built-app.ts).
 */
config({ jitless: true });

export * from 'zod/v4/mini';
