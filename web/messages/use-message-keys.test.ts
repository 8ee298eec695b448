import { expect, test } from 'vitest';
import { createMessageKeys } from './use-message-keys.ts';

test('a message has the same key until it is sent, and every other message has another one', () => {
  const { keyOf, forget } = createMessageKeys();
  const message = { body: 'Hello', channel: 'app', ids: ['one', 'two'] };
  const key = keyOf(message);
  expect(keyOf({ ...message })).toBe(key);
  const changes = [{ body: 'Hello!' }, { channel: 'sms' }, { ids: ['one'] }];
  const keys = changes.map((change) => keyOf({ ...message, ...change }));
  expect(new Set([key, ...keys]).size).toBe(4);
  const nextKey = keyOf(message);
  forget();
  expect(keyOf(message)).not.toBe(nextKey);
});
