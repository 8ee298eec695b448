/** The sign-in page that the person left: its variant, and the path to continue on. */
export type LoginPageParams = { next: string | undefined; role: string | undefined };

/** The proof of this tab's request to a provider, which the provider's answer must match. */
type PendingSignIn = LoginPageParams & { ticket: string; state: string };

/** Keeps a sign-in in this tab's session storage while the person is on a provider's page. */
export function createPendingSignInStore<Extra extends object>(key: string) {
  return {
    /**
     * Opens the provider's page. The promise stays pending, and the button busy, unless the person returns with the browser's
     * back button.
     */
    async openProvider(address: string, pending: PendingSignIn & Extra): Promise<void> {
      sessionStorage.setItem(key, JSON.stringify(pending));
      const pageShown = new Promise<void>((resolve) => window.addEventListener('pageshow', () => resolve(), { once: true }));
      window.location.assign(address);
      await pageShown;
    },
    /** Reads and removes the pending sign-in, so that a provider's answer is never used twice. */
    take(): (PendingSignIn & Extra) | null {
      const storedJson = sessionStorage.getItem(key);
      sessionStorage.removeItem(key);
      return storedJson ? (JSON.parse(storedJson) as PendingSignIn & Extra) : null;
    },
  };
}

/** The path of the sign-in page that the person left. */
export function getLoginPath(loginParams: LoginPageParams | null): string {
  const { role, next } = loginParams ?? {};
  const search = new URLSearchParams({ ...(role ? { role } : {}), ...(next ? { next } : {}) }).toString();
  return search ? `/login?${search}` : '/login';
}
