import { roles } from '#shared/access/access.ts';
import { accessToken, currentRoles } from '#web/session/session.ts';

/**
 * Marks whether someone is signed in, for the links of the header and the footer. Drivers have their own home page. All others
 * start at `/` (`web/routes/index.tsx`).
 */
export function showMember(): void {
  const page = document.documentElement.dataset;
  if (accessToken() === null) return void delete page['member'];
  const ownRoles = currentRoles();
  page['member'] = ownRoles.length > 0 && ownRoles.every((role) => role === roles.driver) ? 'driver' : 'staff';
}
