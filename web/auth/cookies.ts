const days = 365;

/** What this browser keeps under the name; null when there is nothing. */
export function readCookie(name: string): string | null {
  const entry = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`));
  return entry?.slice(name.length + 1) ?? null;
}

/** For a year (`spec: access §4`, Terms consent); read by this site's pages only. */
export function keepCookie(name: string, value: string): void {
  document.cookie = `${name}=${value}; path=/; max-age=${days * 24 * 60 * 60}; samesite=lax`;
}
