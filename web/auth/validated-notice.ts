import { messages } from '#shared/messages.ts';

/** Read before the router rewrites the address: `validated=true` on load is told once (`spec: access §2`). */
let isValidated = new URLSearchParams(globalThis.location.search).get('validated') === 'true';

export async function showValidatedNotice(): Promise<void> {
  if (!isValidated) return;
  isValidated = false;
  const { toast } = await import('#web/ui/toast.ts');
  toast.success(messages.emailValidated);
}
