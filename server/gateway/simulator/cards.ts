/**
 * The test cards (`docs/product/running.md#test-cards`). Card numbers are never stored: the ledger keeps the masked number,
 * brand, expiration and behavior.
 */
export type Behaviour = {
  responseCode: number;
  /** The processor's text for the response code. */
  text: string;
  /** `cut`: charged, then the connection is cut. `fail`: HTTP 500, nothing charged. */
  fault?: 'cut' | 'half' | 'fail' | 'slow';
};

const behaviours: Record<string, Behaviour> = {
  approved: { responseCode: 100, text: 'APPROVAL' },
  declined: { responseCode: 200, text: 'DECLINED' },
  insufficient_funds: { responseCode: 202, text: 'INSUFFICIENT FUNDS' },
  expired_card: { responseCode: 223, text: 'EXPIRED CARD' },
  wrong_code: { responseCode: 225, text: 'CVV2 MISMATCH' },
  processor_error: { responseCode: 400, text: 'PROCESSOR ERROR' },
  lost_answer: { responseCode: 100, text: 'APPROVAL', fault: 'cut' },
  half: { responseCode: 110, text: 'PARTIAL APPROVAL', fault: 'half' },
  server_error: { responseCode: 0, text: '', fault: 'fail' },
  slow: { responseCode: 100, text: 'APPROVAL', fault: 'slow' },
};

const testCards = new Map([
  ['4111111111111111', 'approved'],
  ['4005519200000004', 'approved'],
  ['4012000077777777', 'approved'],
  ['5555555555554444', 'approved'],
  ['2223000048400011', 'approved'],
  ['378282246310005', 'approved'],
  ['371449635398431', 'approved'],
  ['4000000000000002', 'declined'],
  ['4000000000009995', 'insufficient_funds'],
  ['4000000000000069', 'expired_card'],
  ['4000000000000127', 'wrong_code'],
  ['4000000000000119', 'processor_error'],
  ['4000000000000978', 'lost_answer'],
  ['4000000000000986', 'half'],
  ['4000000000000994', 'server_error'],
  ['4000000000000960', 'slow'],
]);

/** The details of a card that may be stored. */
export type KnownCard = { brand: string; masked: string; expiry: string; behaviour: string };
export type EnteredCard = { number: string; exp: string; cvv: string };
export type Invalid = ('cc' | 'exp' | 'cvv')[];
export type Entry = { kind: 'card'; card: KnownCard } | { kind: 'invalid'; invalid: Invalid } | { kind: 'error'; msg: string };

export function behaviourNamed(name: string): Behaviour {
  const behaviour = behaviours[name];
  if (!behaviour) throw new Error(`The ledger names an unknown behaviour: ${name}`);
  return behaviour;
}

/** Validates what was typed. Real card numbers are refused, so that none remains in a test. */
export function readEntry({ number, exp, cvv }: EnteredCard, today: Date): Entry {
  const digits = number.replaceAll(/[\s-]/g, '');
  const brand = brandOf(digits);
  const expiry = readExpiry(exp, today);
  const invalid: Invalid = [];
  if (!/^\d{13,19}$/.test(digits) || !passesLuhn(digits)) invalid.push('cc');
  if (!expiry) invalid.push('exp');
  if (!(brand === 'amex' ? /^\d{4}$/ : /^\d{3}$/).test(cvv.trim())) invalid.push('cvv');
  if (invalid.length > 0 || !expiry) return { kind: 'invalid', invalid };
  const behaviour = testCards.get(digits);
  if (!behaviour) return { kind: 'error', msg: 'Test mode: use a test card, such as 4111 1111 1111 1111.' };
  return { kind: 'card', card: { brand, masked: mask(digits), expiry, behaviour } };
}

const mask = (digits: string): string => `${digits.slice(0, 6)}${'*'.repeat(digits.length - 10)}${digits.slice(-4)}`;

function brandOf(digits: string): string {
  if (digits.startsWith('4')) return 'visa';
  if (/^3[47]/.test(digits)) return 'amex';
  if (/^(5[1-5]|2[2-7])/.test(digits)) return 'mastercard';
  if (digits.startsWith('6')) return 'discover';
  return 'unknown';
}

function passesLuhn(digits: string): boolean {
  const sum = digits
    .split('')
    .toReversed()
    .reduce((total, digit, place) => {
      const doubled = Number(digit) * (place % 2 === 1 ? 2 : 1);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return sum % 10 === 0;
}

/** A `MM/YY` date that has not passed. A card is valid through the last day of its month. */
function readExpiry(text: string, today: Date): string | null {
  const [, month, year] = /^\s*(0[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d{2})\s*$/.exec(text) ?? [];
  if (!month || !year) return null;
  const isPast = Date.UTC(2000 + Number(year), Number(month)) <= today.getTime();
  return isPast ? null : `${month}/${year}`;
}
