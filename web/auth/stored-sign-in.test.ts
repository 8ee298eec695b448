import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storageStub } from '#web/browser/storage-stub.ts';
import { pendingCompanySignIn, pendingSocialSignIn } from './pending-sign-in.ts';
import { loadResetProof } from './reset-proof.ts';
import { loadStep, storeStep } from './sign-in-step.ts';

const challenge = { token: 'token', methods: ['totp', 'recovery_code'], passkey: null };
const later = () => Date.now() + 60_000;

beforeEach(() => {
  vi.stubGlobal('sessionStorage', storageStub());
});
afterEach(() => void vi.unstubAllGlobals());

/** A tab that was open during an update continues with what the earlier version wrote. */
test.each([
  ['signInStep', loadStep, () => ({ ...challenge, next: '/company/jobs', until: later() })],
  ['resetProof', loadResetProof, () => ({ email: 'dana@prairie.example', code: 'ABCD2345', expiresAt: later() })],
  [
    'socialLogin',
    () => pendingSocialSignIn.take(),
    () => ({ source: 'google', ticket: 'ticket', state: 'state', role: 'member' }),
  ],
  ['companySignIn', () => pendingCompanySignIn.take(), () => ({ ticket: 'ticket', state: 'state', next: '/company/jobs' })],
])('%s is read as it was written, and anything else is absent', (key, read, makeValue) => {
  const value = makeValue();
  sessionStorage.setItem(key, JSON.stringify(value));
  // Only the storage needs to know when the code of a reset ends.
  const expected = Object.entries(value).filter(([name]) => name !== 'expiresAt');
  expect(read()).toEqual(Object.fromEntries(expected));
  for (const broken of ['', '{', 'null', '[]', '"text"', JSON.stringify({ until: later(), expiresAt: later() })]) {
    sessionStorage.setItem(key, broken);
    expect([broken, read()]).toEqual([broken, null]);
  }
});

test('a provider’s answer is used once', () => {
  sessionStorage.setItem('companySignIn', JSON.stringify({ ticket: 'ticket', state: 'state' }));
  expect([pendingCompanySignIn.take(), pendingCompanySignIn.take()]).toEqual([{ ticket: 'ticket', state: 'state' }, null]);
});

test('only an error with a complete challenge asks for the second step', () => {
  const errorWith = (data: object) => ({ data: { code: 'second_factor_required', ...data } });
  expect([storeStep(new Error('other')), storeStep(errorWith({})), storeStep(errorWith({ challenge: {} }))]).toEqual([
    false,
    false,
    false,
  ]);
  expect([storeStep(errorWith({ challenge }), '/news'), loadStep()]).toMatchObject([true, { ...challenge, next: '/news' }]);
});
