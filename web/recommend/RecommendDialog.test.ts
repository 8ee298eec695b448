import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mailtoOf, openEmailClient } from './RecommendDialog.tsx';

const mail = { to: 'rosa@delgado.example', subject: 'Have a look', text: 'Hi Rosa' };

test('a mail is written so that nothing of it becomes a field of its own', () => {
  const address = mailtoOf({
    to: 'rosa?bcc=all@delgado.example',
    subject: 'Look & see',
    text: 'Hi Rosa,\n100% free?\nhttps://haulboard.example/signup?email=rosa%2Bx%40d.example&role=driver',
  });
  const { protocol, pathname, searchParams } = new URL(address);
  expect([protocol, decodeURIComponent(pathname)]).toEqual(['mailto:', 'rosa?bcc=all@delgado.example']);
  expect(Object.fromEntries(searchParams)).toEqual({
    subject: 'Look & see',
    body: 'Hi Rosa,\r\n100% free?\r\nhttps://haulboard.example/signup?email=rosa%2Bx%40d.example&role=driver',
  });
});

describe('recommend', () => {
  const opened: string[] = [];
  let page: EventTarget;
  let windowOfPage: EventTarget;

  beforeEach(() => {
    vi.useFakeTimers();
    opened.length = 0;
    windowOfPage = new EventTarget();
    page = Object.assign(new EventTarget(), {
      createElement: () => {
        const link = { href: '', click: () => opened.push(link.href), remove: () => undefined };
        return link;
      },
      body: { append: () => undefined },
    });
    vi.stubGlobal('window', windowOfPage);
    vi.stubGlobal('document', page);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const outcomeAfter = async (meanwhile: () => void) => {
    const outcome = vi.fn<(hasClient: boolean) => void>();
    void openEmailClient(mail).then(outcome);
    meanwhile();
    await vi.advanceTimersByTimeAsync(1499);
    expect(outcome).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(opened).toEqual([mailtoOf(mail)]);
    return outcome.mock.calls;
  };

  test('a page that keeps the focus for 1.5 seconds has no e-mail client', async () => {
    expect(await outcomeAfter(() => undefined)).toEqual([[false]]);
  });

  test.each([
    ['takes the focus', () => windowOfPage.dispatchEvent(new Event('blur'))],
    ['hides the page', () => page.dispatchEvent(new Event('visibilitychange'))],
  ])('one that %s is there', async (_what, happen) => {
    expect(await outcomeAfter(() => void happen())).toEqual([[true]]);
  });
});
