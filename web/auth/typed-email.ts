const storageKey = 'signInEmail';

/** Passes a typed address to the next screen without putting it into the URL. */
export function saveTypedEmail(email: string): void {
  sessionStorage.setItem(storageKey, email);
}

export function loadTypedEmail(): string {
  return sessionStorage.getItem(storageKey) ?? '';
}

export function clearTypedEmail(): void {
  sessionStorage.removeItem(storageKey);
}
