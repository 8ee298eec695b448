const key = 'entranceEmail';

/** The address typed at sign-up, for the screen that the check sends to; it does not travel in the URL. */
export function handOverEmail(email: string): void {
  sessionStorage.setItem(key, email);
}

export function handedOverEmail(): string {
  return sessionStorage.getItem(key) ?? '';
}

export function forgetHandedOverEmail(): void {
  sessionStorage.removeItem(key);
}
