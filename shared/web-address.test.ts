import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { webAddressField } from './fields.ts';

const isAccepted = (text: string) => z.safeParse(webAddressField, text).success;

test.each(['https://carrier.example/apply', 'https://jobs.carrier.example/a?b=c#d', 'https://münchen.example/'])(
  '%s is an address to send people to',
  (text) => {
    expect(isAccepted(text)).toBe(true);
  },
);

test.each([
  'http://carrier.example/',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '//carrier.example/',
  '/\\carrier.example',
  'https://user:pass@carrier.example/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://[::1]/',
  'https://localhost/',
  'https://metadata.internal/',
  'https://carrier.local/',
  `https://carrier.example/${'x'.repeat(2100)}`,
])('%s is none', (text) => {
  expect(isAccepted(text)).toBe(false);
});
