import { can, type Role } from '#shared/access/access.ts';
import { procedureFacts } from './procedures.ts';
import type { Route } from './table.ts';

/**
 * The route that answers a caller with these roles. A call that news staff and drivers share has one procedure for each:
 * a driver, who may not call the first, is answered by the second.
 */
export function answering(route: Route, roles: readonly Role[]): Route {
  const { driverProcedure } = route.options;
  if (!driverProcedure || mayCall(route.procedure, roles) || !mayCall(driverProcedure, roles)) return route;
  return { ...route, procedure: driverProcedure };
}

function mayCall(procedure: string, roles: readonly Role[]): boolean {
  const { access } = procedureFacts(procedure);
  return access === 'public' || access === 'signed-in' || can(roles, access);
}
