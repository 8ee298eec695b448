import { expect, test } from 'vitest';
import { formatAnnouncement } from './process.ts';

const publicUrl = 'http://localhost:3000';

test('names the address, and the log-ins where there is a demo', () => {
  expect(formatAnnouncement({ publicUrl, demo: false, worker: 'on' })).toMatch(
    /^Haulboard \S+ is ready at http:\/\/localhost:3000\n$/,
  );
  expect(formatAnnouncement({ publicUrl, demo: true, worker: 'off' })).toContain('companyadmin@demo.example');
});

test('of a process that serves no web names neither', () => {
  const line = formatAnnouncement({ publicUrl, demo: true, worker: 'only' });
  expect(line).toContain('background');
  expect(line).not.toContain(publicUrl);
  expect(line).not.toContain('@demo.example');
});
