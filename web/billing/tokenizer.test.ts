import { describe, expect, test } from 'vitest';
import { t } from '#web/texts/app.ts';
import { readTokenAnswer, getValidationMessage } from './tokenizer.ts';

describe('the answer of the card fields', () => {
  test('is a token', () => {
    expect(readTokenAnswer({ status: 'success', token: 'tok_1' })).toEqual({ status: 'success', token: 'tok_1' });
  });

  test('without a token is a validation error', () => {
    expect(readTokenAnswer({ status: 'success' })).toEqual({ status: 'validation', message: t('errors.cardTokenMissing') });
  });

  test('is an error with its own words, or the usual ones', () => {
    expect(readTokenAnswer({ status: 'error', msg: 'Bad key' })).toEqual({ status: 'error', message: 'Bad key' });
    expect(readTokenAnswer({ status: 'error' })).toEqual({ status: 'error', message: t('errors.cardTokenizerFailed') });
    expect(readTokenAnswer({})).toEqual({ status: 'error', message: t('errors.cardTokenizerFailed') });
  });

  test.each([
    [['cvv', 'exp', 'cc'], t('errors.cardNumberInvalid')],
    [['cvv', 'exp'], t('errors.cardExpirationInvalid')],
    [{ cvv: true }, t('errors.cardCodeInvalid')],
    [['zip'], t('errors.cardInvalid')],
    [undefined, t('errors.cardInvalid')],
  ])('names the first wrong field of %j', (invalid, message) => {
    expect(getValidationMessage(invalid)).toBe(message);
  });
});
