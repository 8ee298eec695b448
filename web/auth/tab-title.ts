import type { SignInPageRole } from '#web/session/sign-in-role.ts';
import { t } from '#web/texts/start.ts';

/** The tab's title names the section (`docs/product/screens.md#addresses`), so the admin page says "Admin". */
export function tabOf(role: SignInPageRole | undefined, name: string): string {
  return role === 'admin' ? t('ui.adminTabTitle', { name }) : name;
}
