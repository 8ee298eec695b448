import { t } from '#web/texts/start.ts';
import { toast } from '#web/ui/toast.ts';

let shouldShowNotice = takeValidatedParam();

/**
 * Reads `validated=true` and removes it from the URL before the router sees it, so that the message shows only once
 * (`docs/product/screens.md#addresses`).
 */
function takeValidatedParam(): boolean {
  const url = new URL(globalThis.location.href);
  if (url.searchParams.get('validated') !== 'true') return false;
  url.searchParams.delete('validated');
  globalThis.history.replaceState(globalThis.history.state, '', url);
  return true;
}

export function showValidatedNotice(): void {
  if (!shouldShowNotice) return;
  shouldShowNotice = false;
  toast.success(t('ui.emailValidated'));
}
