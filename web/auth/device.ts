const key = 'deviceId';
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const length = 8;

/** Eight random characters that name this browser to the server (`spec: access §9`), made once. */
export function deviceId(): string {
  const kept = localStorage.getItem(key);
  if (kept) return kept;
  const made = Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => alphabet[byte % alphabet.length]).join('');
  localStorage.setItem(key, made);
  return made;
}
