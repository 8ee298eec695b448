/** The sign-in page that the person left: its variant, and the path to continue on. */
export type LoginPage = { next: string | undefined; role: string | undefined };

/** The proof of this tab's request to a provider, which the provider's answer must match. */
type Pending = LoginPage & { ticket: string; state: string };

/** What this tab keeps in its session storage while the person is on a provider's page. */
export function pendingSignIn<More extends object>(key: string) {
  return {
    /**
     * Opens the provider's page. Resolves if the person returns with the browser's back button, so that the button stays busy
     * until then.
     */
    async leave(address: string, pending: Pending & More): Promise<void> {
      sessionStorage.setItem(key, JSON.stringify(pending));
      const isBack = new Promise<void>((resolve) => window.addEventListener('pageshow', () => resolve(), { once: true }));
      window.location.assign(address);
      await isBack;
    },
    /** Reads and removes it, so that an answer is never read twice. */
    take(): (Pending & More) | null {
      const stored = sessionStorage.getItem(key);
      sessionStorage.removeItem(key);
      return stored ? (JSON.parse(stored) as Pending & More) : null;
    },
  };
}

/** The path of the sign-in page that the person left. */
export function loginPath(page: LoginPage | null): string {
  const { role, next } = page ?? {};
  const search = new URLSearchParams({ ...(role ? { role } : {}), ...(next ? { next } : {}) }).toString();
  return search ? `/login?${search}` : '/login';
}
