import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contactHider } from './contacts.ts';

test('email addresses, phone numbers and names are hidden, and come back', () => {
  const { hide, restore } = contactHider(['Dana Whitfield', 'Dana', 'Whitfield', 'Ann']);
  const text =
    'Call Dana Whitfield at (402) 555-0142 or 402.555.0142, +1 402-555-0143, or write dana@prairie.example. Ask DANA about annual pay.';
  const hidden = hide(text);
  expect(hidden).toBe('Call [NAME-E] at [PHONE-B] or [PHONE-C], [PHONE-D], or write [EMAIL-A]. Ask [NAME-F] about annual pay.');
  expect(restore(hidden)).toBe(text);
});

test('amounts, years and miles are no phone numbers', () => {
  const text = 'Pay $1,500-1,800 a week, 2,500 miles, since 2019, MC 123456, 68102-1234, $5001234.';
  expect(contactHider().hide(text)).toBe(text);
});

test('a placeholder that was never given out is noticed', () => {
  const { hide, restore } = contactHider(['Marcus']);
  expect(restore(hide('Hi Marcus'))).toBe('Hi Marcus');
  expect(restore('Hi [NAME-B]')).toBeNull();
});

test('any text comes back as it was, and what was hidden has no letter of a name', () => {
  const part = fc.oneof(
    fc.string(),
    fc.constantFrom('Marcus', 'Lee', '402-555-0142', 'a@b.example', '[NAME-A]', '[PHONE-B]', ' ', '.', '$'),
  );
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const text = parts.join('');
      const { hide, restore } = contactHider(['Marcus Lee', 'Marcus', 'Lee']);
      const hidden = hide(text);
      expect(restore(hidden)).toBe(text);
      expect(hidden).not.toMatch(/(?<![\p{L}\d])Marcus(?![\p{L}\d])/iu);
      expect(hidden).not.toContain('a@b.example');
    }),
  );
});
