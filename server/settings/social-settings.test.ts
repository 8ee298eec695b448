import { expect, test } from 'vitest';
import { readSettings, InvalidSettingsError } from './env.ts';

test('without settings no provider is offered, except the test providers of the demo', () => {
  expect(readSettings({ DEMO: 'off' }).social).toEqual({ facebook: null, google: null, apple: null });
  const { social, publicUrl } = readSettings({ DEMO: 'on' });
  for (const provider of Object.values(social)) expect(provider?.authorizeUrl).toMatch(new RegExp(`^${publicUrl}/`));
});

test('an id is enough: the provider is where it really is', () => {
  const { social } = readSettings({ GOOGLE_CLIENT_ID: 'web, phone', APPLE_CLIENT_ID: 'services-id', FACEBOOK_APP_ID: '160' });
  expect(social.google).toEqual({
    clientIds: ['web', 'phone'],
    issuers: ['https://accounts.google.com', 'accounts.google.com'],
    jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
    authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  });
  expect(social.apple?.issuers).toEqual(['https://appleid.apple.com']);
  expect(social.facebook).toMatchObject({ graphUrl: 'https://graph.facebook.com/v23.0', appSecret: undefined });
});

test('an issuer that is set is the only one', () => {
  const { social } = readSettings({ GOOGLE_CLIENT_ID: 'web', GOOGLE_ISSUER: 'http://127.0.0.1:4120' });
  expect(social.google?.issuers).toEqual(['http://127.0.0.1:4120']);
});

test.each([['GOOGLE_JWKS_URL'], ['APPLE_ISSUER'], ['FACEBOOK_GRAPH_URL'], ['APPLE_AUTHORIZE_URL']])(
  '%s must be an address',
  (name) => {
    expect(() => readSettings({ [name]: 'ftp://nowhere' })).toThrow(InvalidSettingsError);
    expect(() => readSettings({ [name]: 'ftp://nowhere' })).toThrow(name);
  },
);
