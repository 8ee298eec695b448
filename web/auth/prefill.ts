import { phone as formatPhone } from '#shared/format.ts';

export type Prefill = { email: string; firstName: string; lastName: string; phone: string };

const mostCharacters = 100;
const phoneLength = 10;

/** The router reads digits as numbers; other things are not texts of a visitor. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, mostCharacters) : '';
}

const reversed = (text: string): string => Array.from(text).toReversed().join('');

/** Names come plainly, or reversed as `param1` and `param2`. */
export function prefillOf(search: Record<string, unknown>): Prefill | null {
  const prefill = {
    email: textOf(search['email']),
    firstName: textOf(search['firstName']) || reversed(textOf(search['param1'])),
    lastName: textOf(search['lastName']) || reversed(textOf(search['param2'])),
    phone: shownPhone(textOf(search['phone'])),
  };
  return Object.values(prefill).some(Boolean) ? prefill : null;
}

/** A leading 1 of more than ten digits is the country's and goes; what is beyond the ten is an extension. */
function shownPhone(text: string): string {
  const digits = text.replace(/\D/g, '');
  const national = digits.length > phoneLength && digits.startsWith('1') ? digits.slice(1) : digits;
  return national ? formatPhone(national.slice(0, phoneLength)) : '';
}
