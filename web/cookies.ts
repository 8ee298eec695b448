const days = 365;

/** The cookie's value. Null if there is none. */
export function readCookie(name: string): string | null {
  const entry = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`));
  return entry?.slice(name.length + 1) ?? null;
}

/** Stores a cookie for a year. Only pages of this site can read it. */
export function keepCookie(name: string, value: string): void {
  document.cookie = `${name}=${value}; path=/; max-age=${days * 24 * 60 * 60}; samesite=lax`;
}
