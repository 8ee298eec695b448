import { describe, expect, test } from 'vitest';
import { editPhone, maskPhone, splitExtension } from './Inputs.tsx';

/** Applies one edit to a phone number. `|` is the caret. */
const edit = (before: string, after: string, deletedSide?: 'before' | 'after') => {
  const { value, caret } = editPhone({ before, after: after.replace('|', ''), caret: after.indexOf('|'), deletedSide });
  return `${value.slice(0, caret)}|${value.slice(caret)}`;
};

test('typed digits fill the mask (999)999-9999', () => {
  expect(['', '4', '402', '4025', '402555', '4025550', '4025550100'].map(maskPhone)).toEqual([
    '',
    '(4',
    '(402',
    '(402)5',
    '(402)555',
    '(402)555-0',
    '(402)555-0100',
  ]);
});

describe('what is typed', () => {
  test('leaves the caret behind the digit', () => {
    expect(edit('', '1|')).toBe('(1|');
    expect(edit('(402', '(4025|')).toBe('(402)5|');
    expect(edit('(402)555', '(402)5550|')).toBe('(402)555-0|');
    expect(edit('(402)555', '(49|02)555')).toBe('(49|0)255-5');
  });

  test('is a digit or nothing, and no more than ten of them', () => {
    expect(edit('(402', '(402x|')).toBe('(402|');
    expect(edit('(402)555-0100', '(402)555-01009|')).toBe('(402)555-0100|');
  });

  test('after the country’s 1 is the number', () => {
    expect(edit('(155)512-3456', '(155)512-34567|')).toBe('(555)123-4567|');
  });
});

describe('what is deleted', () => {
  test('deletes the digit before the caret, also across a bracket', () => {
    expect(edit('(402)555', '(402)55|', 'before')).toBe('(402)55|');
    expect(edit('(402)5', '(402)|', 'before')).toBe('(402|');
    expect(edit('(402)5', '(402|5', 'before')).toBe('(40|5');
    expect(edit('(402)555-0', '(402)555|0', 'before')).toBe('(402)55|0');
  });

  test('or, with Delete, the one after it', () => {
    expect(edit('(402)5', '(402|5', 'after')).toBe('(402|');
    expect(edit('(402)5', '|402)5', 'after')).toBe('|(025');
  });

  test('is everything, or nothing where no digit is left of the caret', () => {
    expect(edit('(402)555-0100', '|', 'before')).toBe('|');
    expect(edit('(402', '|402', 'before')).toBe('|(402');
  });
});

describe('what is pasted', () => {
  test.each([
    '+1 (555) 123-4567|',
    '5551234567|',
    '1-555-123-4567|',
    'Tel: 555 123 4567|',
    'tel:+1-555-123-4567|',
    '555  123  4567|',
    '001 555 123 4567|',
    '\u202a555\u2011123\u20114567\u202c|',
  ])('%s comes under the mask', (text) => expect(edit('', text)).toBe('(555)123-4567|'));

  test.each([
    '+52 664 123 4567|',
    '555.123.4567 ext 89|',
    '52 664 123 4567|',
    '555-123-4567 or 555-123-4568|',
    '555-123-456 (home)|',
  ])('%s stays whole', (text) => expect(edit('', text)).toBe(text));

  test('in place of a part, with the caret behind it', () => {
    expect(edit('(402)555-0100', '(312|)555-0100')).toBe('(312|)555-0100');
    expect(edit('(402)555-0100', '(312)555-0100|')).toBe('(312)555-0100|');
    expect(edit('(402)555-0100', '4025550100|')).toBe('(402)555-0100|');
    expect(edit('(402)555-0100', '312|')).toBe('(312|');
  });

  test('can be corrected to a US number, or deleted', () => {
    expect(edit('555.123.4567 ext 8', '555.123.4567|', 'before')).toBe('(555)123-4567|');
    expect(edit('+52 664 123 4567', '+52 664 123 456|', 'before')).toBe('+52 664 123 456|');
    expect(edit('+52 664 123 4567', '|', 'before')).toBe('|');
  });
});

describe('a number with an extension', () => {
  test.each(['402-555-0143 ext. 12', '(402)555-0143x12', 'tel:+1-402-555-0143;ext=12'])('%s is split', (after) =>
    expect(splitExtension({ before: '', after })).toEqual({ number: '(402)555-0143', extension: '12' }),
  );

  test('stays whole while its extension is typed, if that is too long, and if there is none', () => {
    expect(splitExtension({ before: '402-555-0143 x', after: '402-555-0143 x1' })).toBeNull();
    expect(splitExtension({ before: '', after: '402-555-0143 ext. 12345678' })).toBeNull();
    expect(splitExtension({ before: '', after: '402-555-0143' })).toBeNull();
    expect(splitExtension({ before: '', after: '402-555-0143 or 402-555-0144' })).toBeNull();
  });
});

test('a number typed with a country’s code comes under the mask when it is complete, unless it is another country’s', () => {
  expect(edit('', '+|')).toBe('+|');
  expect(edit('+1 555 123 456', '+1 555 123 4567|')).toBe('(555)123-4567|');
  expect(edit('+52 664 123 456', '+52 664 123 4567|')).toBe('+52 664 123 4567|');
});
