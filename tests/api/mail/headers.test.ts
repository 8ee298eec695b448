import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mail } from '#server/mail/outbox.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** Names that try to write headers of an email. The schemas refuse such names; this is what happens to one from elsewhere. */
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

test.each([
  'Evil\r\nBcc: victim@elsewhere.example',
  'Evil\nTo: victim@elsewhere.example',
  'Evil\r\n\r\n<script>alert(1)</script>',
  'Evil\u2028Bcc: victim@elsewhere.example',
  '=?utf-8?B?RXZpbA0KQmNjOiB2aWN0aW1AZWxzZXdoZXJlLmV4YW1wbGU=?=',
])('%j adds no header and no recipient', async (companyName) => {
  await mail(t.services.db, 'owner@prairie.example', 'company_left', { firstName: 'Ann', companyName }, null);
  await t.worker.runOnce();
  const folder = join(t.services.settings.dataDir, 'outbox');
  const file = readdirSync(folder).toSorted().at(-1) ?? '';
  const raw = readFileSync(join(folder, file));
  const headers = raw
    .toString()
    .split(/\r?\n\r?\n/, 1)
    .join('');
  const names = headers.split(/\r?\n(?![ \t])/).map((line) => line.split(':', 1).join('').toLowerCase());
  expect(names.filter((name) => ['to', 'from', 'subject'].includes(name)).toSorted()).toEqual(['from', 'subject', 'to']);
  expect(names).not.toContain('bcc');
  const parsed = await PostalMime.parse(raw);
  expect(parsed.to?.map(({ address }) => address)).toEqual(['owner@prairie.example']);
  expect(parsed.bcc ?? []).toEqual([]);
  expect(parsed.html).not.toContain('<script>');
});
