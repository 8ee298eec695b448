import { authRoutes } from './routes/auth.ts';
import type { Route } from './table.ts';

/** Every call of the REST facade, domain by domain. */
export const routes: readonly Route[] = [...authRoutes];
