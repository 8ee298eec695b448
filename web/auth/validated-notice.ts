import { messages } from '#shared/messages.ts';
import { toast } from '#web/ui/toast.ts';

let isValidated = takeFromAddress();

/** Read, and taken out of the address, before the router knows it: `validated=true` on load is told once (`spec: access §2`). */
function takeFromAddress(): boolean {
  const url = new URL(globalThis.location.href);
  if (url.searchParams.get('validated') !== 'true') return false;
  url.searchParams.delete('validated');
  globalThis.history.replaceState(globalThis.history.state, '', url);
  return true;
}

export function showValidatedNotice(): void {
  if (!isValidated) return;
  isValidated = false;
  toast.success(messages.emailValidated);
}
