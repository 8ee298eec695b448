import { expect, test } from 'vitest';
import { changePhone, readPhone } from './phone.ts';

const stored = { phone: '4025550143', phoneExtension: '12' };
const none = { phone: null, phoneExtension: null };

test.each(['402-555-0143 ext. 7', '(402) 555-0143 x7', 'tel:+14025550143;ext=7', '4025550143 #7'])(
  'the number %s is taken apart',
  (entered) => expect(changePhone(none, { phone: readPhone(entered) })).toEqual({ phone: '4025550143', phoneExtension: '7' }),
);

test('a number keeps its extension until it changes', () => {
  expect(changePhone(stored, {})).toEqual(stored);
  expect(changePhone(stored, { phone: readPhone('402-555-0143') })).toEqual(stored);
  expect(changePhone(stored, { phone: readPhone('402-555-0144') })).toEqual({ phone: '4025550144', phoneExtension: null });
  expect(changePhone(stored, { phone: null })).toEqual(none);
});

test('an extension of its own replaces or removes the stored one', () => {
  expect(changePhone(stored, { phoneExtension: '007' })).toEqual({ ...stored, phoneExtension: '007' });
  expect(changePhone(stored, { phoneExtension: null })).toEqual({ ...stored, phoneExtension: null });
  expect(changePhone(stored, { phone: readPhone('402-555-0144'), phoneExtension: '12' })).toEqual({
    phone: '4025550144',
    phoneExtension: '12',
  });
});

test('the extension in the number and the one of its own must be the same, if both are there', () => {
  const phone = readPhone('402-555-0143 x7');
  expect(changePhone(none, { phone, phoneExtension: '8' })).toEqual({ problem: 'errors.phoneExtensionsDiffer' });
  expect(changePhone(none, { phone, phoneExtension: '7' })).toEqual({ phone: '4025550143', phoneExtension: '7' });
  expect(changePhone(none, { phone, phoneExtension: null })).toEqual({ phone: '4025550143', phoneExtension: '7' });
});

test('an extension needs a number', () => {
  expect(changePhone(none, { phoneExtension: '7' })).toEqual({ problem: 'errors.phoneRequired' });
  expect(changePhone(stored, { phone: null, phoneExtension: '12' })).toEqual({ problem: 'errors.phoneRequired' });
});
