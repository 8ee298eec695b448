import { config } from 'zod/v4/core';

/**
 * Configures Zod for the browser: `vite.config.ts` replaces `zod/mini` with this module, so it runs before any schema is
 * created. Without `jitless`, Zod tries `new Function`, which the page's content security policy blocks and reports
 * (server/app-page/app-page.ts).
 */
config({ jitless: true });

export * from 'zod/v4/mini';
