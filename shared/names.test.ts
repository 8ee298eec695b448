import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { roles } from '#shared/access/access.ts';
import { accountFormSchema, recommendSchema } from '#shared/accounts/account.ts';
import { signupFormSchema, signupSchema, updateEmployerSchema, updateProfileSchema } from '#shared/accounts/auth.ts';
import { adminFields, createAdminSchema, editEmployerSchema, updateAdminSchema } from '#shared/admin/admin.ts';
import { companyNameField, firstEmployerSchema } from '#shared/companies/company.ts';
import { addEmployeeSchema, employeeFields, updateEmployeeSchema } from '#shared/companies/employee.ts';
import { driverFields, updateDriverProfileSchema } from '#shared/drivers/driver.ts';
import { productName } from './brand.ts';
import { nameField } from './fields.ts';
import { looksLikeProduct, nameRules, titleRules } from './names.ts';

const ruleName = z.string().check(...nameRules);
const ruleTitle = z.string().check(...titleRules);
const problemOf = (schema: z.ZodMiniType, value: string) => schema.safeParse(value).error?.issues[0]?.message ?? 'fine';

test.each([
  '李',
  '李 明',
  '王小明 Wang',
  'Muñoz',
  'O’Brien',
  "D'Angelo",
  'Álvaro',
  'Nguyễn Thị',
  'Nguye\u0302\u0303n',
  'Đặng',
  'Łukasz',
  'Ångström',
  'Владимир Петров',
  'Γιώργος',
  'Արամ',
  'محمد',
  'עמית',
  'ひらがな カタカナ',
  '김민준',
  'Anne-Marie',
  'J.B. Hauling Inc.',
  'St. Louis Freight, L.L.C.',
  'No. 1 Carriers',
  '24/7 Trucking',
  'Long Haul Boarding',
  'Haulers and Boarding',
  'Eagle ✈️ Freight',
  'Miller & Sons®',
  'Грузы™',
  'Грузы™️',
  'µFreight',
  'Haul Boarding Kennels',
  'Overhaul Boarding',
  'Haul Boardman',
  '1️⃣ Freight',
  'Crew 👩🏽‍🚒',
  '👨‍👩‍👧 Hauling',
  '🏳️‍🌈 Freight',
])('%s is a name', (name) => {
  expect(problemOf(ruleName, name)).toBe('fine');
});

const nameSchemas: Record<string, z.ZodMiniType> = {
  'an account': nameField,
  'the sign-up': signupSchema.shape.firstName,
  'the sign-up form': signupFormSchema.shape.lastName,
  'the profile': updateProfileSchema.shape.firstName,
  'the account form': accountFormSchema.shape.lastName,
  'an employer': updateEmployerSchema.shape.firstName,
  'an employer for administrators': editEmployerSchema.shape.lastName,
  'the employer of a new company': firstEmployerSchema.shape.firstName,
  'a new employee': addEmployeeSchema.shape.lastName,
  'an employee': updateEmployeeSchema.shape.firstName,
  'an employee in a form': employeeFields.firstName.formSchema,
  'a new admin': createAdminSchema.shape.lastName,
  'an admin': updateAdminSchema.shape.firstName,
  'an admin in a form': adminFields.lastName.formSchema,
  'a driver': updateDriverProfileSchema.shape.firstName,
  'a driver in a form': driverFields.lastName.formSchema,
  'a friend': recommendSchema.shape.fullName,
  'a company': companyNameField,
};
test.each(Object.entries(nameSchemas))('names of people are fine for %s', (_, schema) => {
  for (const name of ['Muñoz', 'O’Brien', "'t Hooft", '’t Hooft', 'St.John', 'Wm.Henry', 'Álvaro', '李明', 'Иван', '李', '김'])
    expect(problemOf(schema, name), name).toBe('fine');
});

const password = 'Long-Haul#2026';
const account = { email: 'dana@prairie.example', phone: '(402)555-0142', password, role: undefined };
const form = { confirmEmail: account.email, confirmPassword: password, acceptEmails: false };
test.each([
  ['the sign-up', signupSchema, account],
  ['the sign-up form', signupFormSchema, { ...account, ...form }],
  ['the employer of a new company', firstEmployerSchema, account],
  ['a new employee', addEmployeeSchema, account],
  ['a new admin', createAdminSchema, { ...account, role: roles.newsAdmin }],
] as const)('the first and last name together cannot look like the product for %s', (_, schema, values) => {
  const problemsOf = (firstName: string, lastName: string) =>
    schema.safeParse({ ...values, firstName, lastName }).error?.issues.map(({ path, message }) => [...path, message]);
  expect(problemsOf('Haul', 'Boardman')).toBeUndefined();
  expect(problemsOf('Haul', 'Board Support')).toEqual([['lastName', 'errors.nameReserved']]);
  expect(problemsOf('MyHaul', 'Boards')).toEqual([['lastName', 'errors.nameReserved']]);
});

const withInvisible = [
  '\u200b',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u034f',
  '\u180e',
  '\u202e',
  '\u2066',
  '\u3164',
  '\ufe0f',
];
const withLooseJoiner = [
  'Heron 1\ufe0f',
  'Heron ✈\u200d',
  '\u200d✈ Heron',
  'Heron ✈\ufe0f\ufe0f',
  'Heron 🚒\u200d Freight',
  'Heron\u200d🚒',
];
test.each([...withInvisible.map((sign) => `Heron${sign} Freight`), ...withLooseJoiner])(
  '%j has an invisible character',
  (name) => {
    expect(problemOf(ruleName, name)).toBe('errors.hasControlCharacters');
    expect(problemOf(ruleName, companyNameField.parse(name)), 'a field stores the name without it').toBe('fine');
  },
);

test.each(['Неrоn', 'Frеight', 'Gοοgle', 'Aрex', 'Ꭺcme', 'ꓮcme', 'Ηeron', 'Иvan'])('%s mixes alphabets', (word) => {
  for (const schema of [ruleName, companyNameField, nameField])
    expect(problemOf(schema, `Prairie ${word}`)).toBe('errors.nameMixesAlphabets');
});

test.each([
  'https://x',
  'www.evil-login',
  'evil.example',
  'Go to evil.example/login now',
  'evil。example',
  'evil｡example',
  'evil．example',
  'bit․ly/x',
  'evil﹒example',
  'evilꓸexample',
  'evil\u200b.example',
  'evil.\u2060example',
  'ｅｖｉｌ．ｅｘａｍｐｌｅ',
  'ｈｔｔｐｓ：／／x',
  'ｗｗｗ.evil',
  'evil.st.john',
  'St.John.example',
  'Ask x@wm.henry',
  'St.io',
  'example.com',
  'EXAMPLE.COM',
  'x.com',
  't.co/abc',
  'foo.co.uk',
  'evil.io!',
  '(evil.com)',
  '"evil.com"',
  '“evil.com”',
  '[evil.com]',
  '<evil.com>',
  'evil.com…',
  'evil.com...',
  'evil.com.',
  'evil.com-',
  'evil.com–now',
  'evil.com*',
  "evil.com's",
  'evil.com|Jobs',
  'evil.jobs',
  'apply at prairie.team today',
  'evil.no',
  'EVIL.NO',
  'Evil.No/touch',
  'Evil.Work?x',
  'jobs.evil.Work',
  'www.evil.Now',
  'пример.рф',
  'evil.xn--p1ai',
  'evil.中国',
  'dana@prairie.example',
  'my-site.trucking.company',
  'chase.Top',
  'login-chase.Us',
  'Paypal.Live',
  'chase.Today',
  'st.cloud',
])('%s is a web address', (text) => {
  expect(problemOf(ruleTitle, text)).toBe('errors.hasWebAddress');
  expect(ruleName.safeParse(text).success).toBe(false);
});

test.each([
  'CDL-A Driver, St.Louis',
  'Driver Mon.-Fri.Days',
  'Class A.Regional',
  'Dedicated.Home weekly',
  'J.B.Hunt',
  'J.B. Hunt Transport, Inc.',
  'St.John/Wm.Henry',
  'Home daily.No touch freight',
  'Home daily.No-touch freight',
  'Great pay.Team drivers',
  'Local.Day shift',
  'Prairie.Inc',
  'Prairie Freight.LLC',
  'J.B.Express',
  'OTR.Reefer.Dedicated',
  'Mon.–Fri.',
  'Driver, 5.5 days, $0.65/mi.',
  'Home Sat./Sun.',
  'Class A.',
  'Dr.Pepper Route',
  'Drivers @ $1,500.Weekly',
  'a.m.-p.m.',
  'St.Cloud Freight',
  'St.George',
  'Ft.Worth Hauling',
  'Wm.Li',
])('%s is no web address', (text) => {
  expect(problemOf(ruleTitle, text)).toBe('fine');
});

const lookAlikes = [
  'Haulboard',
  'HAULBOARD',
  'Haulboards',
  'MyHaulboard',
  'Haul board',
  'Haul-Board',
  'H a u l b o a r d',
  'HauIboard',
  'Hau1b0ard',
  'Hau|board',
  'Haulboarcl',
  'Häulböard',
  'Håulboařd',
  'Haul\u200bboard',
  'Hau\u00adlboard',
  'Hаulboard',
  'Наulbоаrԁ',
  'ｈａｕｌｂｏａｒｄ',
  'ℋ𝒶𝓊𝓁𝒷ℴ𝒶𝓇𝒹',
  'ʜᴀᴜʟʙᴏᴀʀᴅ',
  'ꓧꓮꓴꓡꓐꓳꓮꓣꓓ',
  'Ⓗⓐⓤⓛⓑⓞⓐⓡⓓ',
  '🅷🅰🆄🅻🅱🅾🅰🆁🅳',
  '🅗🅐🅤🅛🅑🅞🅐🅡🅓',
  '🇭🇦🇺🇱🇧🇴🇦🇷🇩',
  'Ħaułboarđ',
  'Haul Boards',
  'Haul Boardteam',
  'MyHaul Board',
  'MyHau1-B0ards',
  'Ha ul Boarders',
];
test.each(lookAlikes)('%s looks like the product', (name) => {
  for (const text of [name, `${name} Support`, `The ${name}, Inc.`]) {
    expect(looksLikeProduct(text), text).toBe(true);
    expect(problemOf(ruleTitle, text)).toBe('errors.nameReserved');
    for (const schema of [ruleName, companyNameField]) expect(schema.safeParse(text).success, text).toBe(false);
  }
});

test('the reserved name is the one of the brand', () => {
  expect(problemOf(nameField, productName)).toBe('errors.nameReserved');
  expect(problemOf(companyNameField, `${productName} Support`)).toBe('errors.nameReserved');
});

test('a long name is checked in linear time', () => {
  const start = process.threadCpuUsage();
  for (const part of ['x', 'h a ', 'а', '.a', '\u200b', '🅷'])
    expect(typeof problemOf(ruleName, part.repeat(200_000)), part).toBe('string');
  expect(process.threadCpuUsage(start).user, 'microseconds of the processor').toBeLessThan(20_000_000);
});
