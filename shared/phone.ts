/** Ten digits, however the phone was written; the stored form and the wire's. Free of schemas, for what the web loads first. */
export function phoneDigits(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
}
