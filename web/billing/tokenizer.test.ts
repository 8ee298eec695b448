import { describe, expect, test } from 'vitest';
import { readTokenAnswer, getValidationMessage } from './tokenizer.ts';
import { t } from '#web/texts/app.ts';

describe('the answer of the card fields', () => {
  test('is a token', () => {
    expect(readTokenAnswer({ status: 'success', token: 'tok_1' })).toEqual({ status: 'success', token: 'tok_1' });
  });

  test('without a token is a validation error', () => {
    expect(readTokenAnswer({ status: 'success' })).toEqual({ status: 'validation', message: t('errors.cardNoToken') });
  });

  test('is an error with its own words, or the usual ones', () => {
    expect(readTokenAnswer({ status: 'error', msg: 'Bad key' })).toEqual({ status: 'error', message: 'Bad key' });
    expect(readTokenAnswer({ status: 'error' })).toEqual({ status: 'error', message: t('errors.cardError') });
    expect(readTokenAnswer({})).toEqual({ status: 'error', message: t('errors.cardError') });
  });

  test.each([
    [['cvv', 'exp', 'cc'], t('errors.cardNumber')],
    [['cvv', 'exp'], t('errors.cardExpiration')],
    [{ cvv: true }, t('errors.cardCode')],
    [['zip'], t('errors.cardUnknown')],
    [undefined, t('errors.cardUnknown')],
  ])('names the first wrong field of %j', (invalid, message) => {
    expect(getValidationMessage(invalid)).toBe(message);
  });
});
