import { TRPCClientError } from '@trpc/client';
import { describe, expect, test } from 'vitest';
import { t } from '#web/texts/app.ts';
import { errorText, fieldErrorsOf, statusOf } from './errors.ts';

type Data = { httpStatus: number; code?: string; field?: string | null; issues?: { field: string; message: string }[] };

function refusal(message: string, data: Data) {
  return TRPCClientError.from({ error: { message, code: -32_000, data } });
}

describe('what the user reads', () => {
  test.each([
    ['the server’s words below 500', refusal('Email already exists.', { httpStatus: 409 }), 'Email already exists.'],
    ['nothing of a server error', refusal('relation "users" does not exist', { httpStatus: 500 }), t('ui.internalError')],
    [
      'the gateway’s failure in plain words',
      refusal('The card was not charged', { httpStatus: 502 }),
      'The card was not charged',
    ],
    ['no answer at all', TRPCClientError.from(new TypeError('Failed to fetch')), t('ui.noConnection')],
    ['a screen that did not arrive', new Error('Unable to preload CSS for /assets/Section.css'), t('ui.noConnection')],
    [
      'a proxy’s answer in plain words',
      TRPCClientError.from(new Error('Unable to transform response from server')),
      t('ui.internalError'),
    ],
    ['the client’s own words', new Error('Choose a file first'), 'Choose a file first'],
    ['something that is no error', 'boom', t('ui.internalError')],
  ])('%s', (_what, error, text) => {
    expect(errorText(error)).toBe(text);
  });
});

test('issues go under their fields, the first of each', () => {
  const issues = [
    { field: 'password', message: t('errors.passwordShort') },
    { field: 'password', message: t('errors.passwordWeak') },
    { field: 'phone', message: t('errors.phoneLength') },
  ];
  expect(fieldErrorsOf(refusal(t('errors.passwordShort'), { httpStatus: 422, issues }))).toEqual({
    password: t('errors.passwordShort'),
    phone: t('errors.phoneLength'),
  });
});

test('a rule that names one field goes under it', () => {
  expect(fieldErrorsOf(refusal('Email already exists.', { httpStatus: 409, field: 'email' }))).toEqual({
    email: 'Email already exists.',
  });
});

test('an error that is not from a call has no status', () => {
  expect(statusOf(new Error('x'))).toBeUndefined();
});
