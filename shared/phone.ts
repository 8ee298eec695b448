/**
 * Ten digits, whichever format the phone number came in. This is how phone numbers are stored and sent. The file has no
 * schemas, so that the first page load stays small.
 */
export function phoneDigits(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
}
