import * as z from 'zod/mini';
import { socialSources } from '#shared/accounts/sign-in.ts';
import { stored } from '#web/browser/stored.ts';

/** The sign-in page that the person left: its variant, and the path to continue on. */
export type LoginPageParams = { next: string | undefined; role: string | undefined };

/** The proof of this tab's request to a provider, which the provider's answer must match. */
const pendingSignInSchema = z.object({
  next: z.optional(z.string()),
  role: z.optional(z.string()),
  ticket: z.string(),
  state: z.string(),
});

/** A sign-in while the person is on the page of a social provider, or of the company's own. */
export const pendingSocialSignIn = createStore('socialLogin', z.extend(pendingSignInSchema, { source: z.enum(socialSources) }));
export const pendingCompanySignIn = createStore('companySignIn', pendingSignInSchema);

/** Keeps a sign-in in this tab while the person is on a provider's page. */
function createStore<Pending>(key: string, schema: z.ZodMiniType<Pending>) {
  const store = stored(key, schema, { storage: 'sessionStorage' });
  return {
    /**
     * Opens the provider's page. The promise stays pending, and the button busy, unless the person returns with the browser's
     * back button.
     */
    async openProvider(address: string, pending: Pending): Promise<void> {
      store.write(pending);
      const pageShown = new Promise<void>((resolve) => window.addEventListener('pageshow', () => resolve(), { once: true }));
      window.location.assign(address);
      await pageShown;
    },
    /** Reads and removes the pending sign-in, so that a provider's answer is never used twice. */
    take(): Pending | null {
      const pending = store.read();
      store.clear();
      return pending;
    },
  };
}

/** The path of the sign-in page that the person left. */
export function getLoginPath(loginParams: Partial<LoginPageParams> | null): string {
  const { role, next } = loginParams ?? {};
  const search = new URLSearchParams({ ...(role ? { role } : {}), ...(next ? { next } : {}) }).toString();
  return search ? `/login?${search}` : '/login';
}
