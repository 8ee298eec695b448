const days = 365;

/** On HTTPS the name gets a prefix, so that no other host of the domain can set the cookie. */
const storedName = (name: string) => (location.protocol === 'https:' ? `__Host-${name}` : name);

const valueOf = (name: string): string | null => {
  const entry = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`));
  return entry?.slice(name.length + 1) ?? null;
};

/** Returns the cookie's value, or null if there is none. Cookies from earlier versions, without the prefix, are still read. */
export function readCookie(name: string): string | null {
  return valueOf(storedName(name)) ?? valueOf(name);
}

/** Stores a cookie for a year. Only pages of this site can read it. */
export function keepCookie(name: string, value: string): void {
  const secureAttribute = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${storedName(name)}=${value}; path=/; max-age=${days * 24 * 60 * 60}; samesite=lax${secureAttribute}`;
}
