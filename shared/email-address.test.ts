import { expect, test } from 'vitest';
import { recommendSchema } from '#shared/accounts/account.ts';
import { signupSchema, updateProfileSchema } from '#shared/accounts/auth.ts';
import { addEmployeeSchema } from '#shared/companies/employee.ts';
import { emailField, loginEmailField, signupEmailField } from './fields.ts';

const fields = [
  emailField,
  signupEmailField,
  signupSchema.shape.email,
  addEmployeeSchema.shape.email,
  recommendSchema.shape.email,
  updateProfileSchema.shape.email,
];

test.each([
  'a@x..example',
  '.a@x.example',
  'a.@x.example',
  'a..b@x.example',
  'a@-x.example',
  'a@x-.example',
  'a@.example.com',
  'a@example.com.',
  'a@exa_mple.com',
  'a@x.example-',
  'a@10.0.0.127',
  '“pat”@x.example',
  'o’brien@x.example',
  '«a»@x.example',
  '„a‟@x.example',
  'a b@x.example',
  'a@b@x.example',
  '@x.example',
  'abc@example',
])('%s is no email address', (address) => {
  for (const field of fields) expect(field.safeParse(address).success).toBe(false);
});

test.each([
  ["o'brien@x.example", "o'brien@x.example"],
  ['a+b@x.example', 'a+b@x.example'],
  ['a@sub.xn--p1ai', 'a@sub.xn--p1ai'],
  ['Dana.W+jobs@Prairie-Freight.co.us', 'Dana.W+jobs@Prairie-Freight.co.us'],
  ['a_b-c@x1.example', 'a_b-c@x1.example'],
  ['a@пример.рф', 'a@xn--e1afmkfd.xn--p1ai'],
  ['a@ПРИМЕР.РФ', 'a@xn--e1afmkfd.xn--p1ai'],
  ['dana@bücher.example', 'dana@xn--bcher-kva.example'],
  ['dana@bu\u0308cher.example', 'dana@xn--bcher-kva.example'],
  ['ｄａｎａ＠ｐｒａｉｒｉｅ．ｅｘａｍｐｌｅ', 'dana@prairie.example'],
  ['dana@prairie。example', 'dana@prairie.example'],
  ['dana@例え.テスト', 'dana@xn--r8jz45g.xn--zckzah'],
])('%s is stored as %s', (address, stored) => {
  for (const field of [...fields, loginEmailField]) expect(field.parse(` ${address} `)).toBe(stored);
});
