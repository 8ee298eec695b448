const key = 'signInEmail';

/** Passes the address typed at sign-up to the next screen without putting it into the URL. */
export function handOverEmail(email: string): void {
  sessionStorage.setItem(key, email);
}

export function handedOverEmail(): string {
  return sessionStorage.getItem(key) ?? '';
}

export function forgetHandedOverEmail(): void {
  sessionStorage.removeItem(key);
}
