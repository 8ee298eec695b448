import { expect, test } from 'vitest';
import { isWeakHash } from './hash-cost.ts';
import { hashPassword } from './passwords.ts';

const rest = 'c29tZXNhbHRzb21lc2FsdA$c29tZWhhc2hzb21laGFzaHNvbWVoYXNoc29tZWhhc2g';

test('what is made today is as strong as today', async () => {
  expect(isWeakHash(await hashPassword('Str0ng!Haul7x'))).toBe(false);
});

test.each([
  [`$argon2id$v=19$m=19456,t=2,p=1$${rest}`, false],
  [`$argon2id$v=19$m=65536,t=3,p=4$${rest}`, false],
  [`$argon2id$v=19$m=47104,t=1,p=1$${rest}`, false],
  [`$argon2id$v=19$m=19456,t=1,p=1$${rest}`, true],
  [`$argon2id$v=19$m=12288,t=3,p=1$${rest}`, true],
  [`$argon2id$v=19$m=4096,t=3,p=1$${rest}`, true],
  [`$argon2id$v=16$m=19456,t=2,p=1$${rest}`, true],
  [`$argon2i$v=19$m=19456,t=2,p=1$${rest}`, true],
  ['$2b$12$C6UzMDM.H6dfI/f/IKcEe.7vGz8sZlLxoAOm1dcFVQZQGBB7fQn8K', true],
  ['', true],
])('%s: weaker %s', (hash, isWeaker) => {
  expect(isWeakHash(hash)).toBe(isWeaker);
});
