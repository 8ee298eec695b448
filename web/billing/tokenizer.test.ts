import { describe, expect, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import { readTokenAnswer, validationMessage } from './tokenizer.ts';

describe('the answer of the card fields', () => {
  test('is a token', () => {
    expect(readTokenAnswer({ status: 'success', token: 'tok_1' })).toEqual({ status: 'success', token: 'tok_1' });
  });

  test('without a token is a validation error', () => {
    expect(readTokenAnswer({ status: 'success' })).toEqual({ status: 'validation', message: messages.cardNoToken });
  });

  test('is an error with its own words, or the usual ones', () => {
    expect(readTokenAnswer({ status: 'error', msg: 'Bad key' })).toEqual({ status: 'error', message: 'Bad key' });
    expect(readTokenAnswer({ status: 'error' })).toEqual({ status: 'error', message: messages.cardError });
    expect(readTokenAnswer({})).toEqual({ status: 'error', message: messages.cardError });
  });

  test.each([
    [['cvv', 'exp', 'cc'], messages.cardNumber],
    [['cvv', 'exp'], messages.cardExpiration],
    [{ cvv: true }, messages.cardCode],
    [['zip'], messages.cardUnknown],
    [undefined, messages.cardUnknown],
  ])('names the first wrong field of %j', (invalid, message) => {
    expect(validationMessage(invalid)).toBe(message);
  });
});
