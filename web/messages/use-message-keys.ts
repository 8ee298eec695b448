import { useState } from 'react';

/**
 * The key of a message stays the same while the user tries again to send it, so that it is sent once. Another text, channel
 * or list of recipients is another message, which needs a new key (`docs/product/messages.md#conversations`).
 */
export function createMessageKeys() {
  let last: { content: string; key: string } | null = null;
  return {
    keyOf: (message: object): string => {
      const content = JSON.stringify(message);
      if (last?.content !== content) last = { content, key: crypto.randomUUID() };
      return last.key;
    },
    /** Call it after a message was sent. The same text is then a new message. */
    forget: (): void => {
      last = null;
    },
  };
}

export function useMessageKeys() {
  const [keys] = useState(createMessageKeys);
  return keys;
}
