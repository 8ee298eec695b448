import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { companyNameField } from '#shared/companies/company.ts';
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
])('%s is a name', (name) => {
  expect(problemOf(ruleName, name)).toBe('fine');
});

test.each(['Muñoz', 'O’Brien', 'Álvaro', '李明', 'Иван'])('a person may be called %s', (name) => {
  expect(problemOf(nameField, name)).toBe('fine');
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
test.each(withInvisible.map((sign) => `Heron${sign} Freight`))('%j has an invisible character', (name) => {
  expect(problemOf(ruleName, name)).toBe('errors.removeTheControlCharacters');
  expect(companyNameField.safeParse(name).success).toBe(false);
  expect(nameField.safeParse(name).success).toBe(false);
});

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
])('%s is a web address', (text) => {
  expect(problemOf(ruleTitle, text)).toBe('errors.noWebAddress');
  expect(ruleName.safeParse(text).success).toBe(false);
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
