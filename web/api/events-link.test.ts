import { createTRPCClient } from '@trpc/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AppRouter } from '#server/router.ts';
import { storageStub } from '#web/browser/storage-stub.ts';

/** A stub of EventSource, through which a test sends the server's events. */
class EventSourceStub extends EventTarget {
  static readonly CLOSED = 2;
  readonly url: URL;
  readyState = 1;
  constructor(address: string) {
    super();
    this.url = new URL(address, 'https://haulboard.example');
    opened.push(this);
  }
  close() {
    this.readyState = EventSourceStub.CLOSED;
  }
  get ticket() {
    return (JSON.parse(this.url.searchParams.get('connectionParams') ?? '{}') as { ticket?: string }).ticket;
  }
}

let opened: EventSourceStub[] = [];
const heard = vi.fn<(news: unknown) => void>();
const started = vi.fn<() => void>();
const tokenUntil = (end: number) => `header.${btoa(JSON.stringify({ aud: 'dana', exp: end / 1000 }))}.signature`;
const minutes = 60 * 1000;

/** Stubs a server that issues a ticket containing the bearer token and answers a refresh with the given response. */
function serve(refreshed: () => Response) {
  vi.stubGlobal('fetch', (path: string, { headers }: { headers: Record<string, string> }) =>
    Promise.resolve(
      path === '/trpc/auth.streamTicket'
        ? Response.json({ result: { data: { ticket: `ticket of ${headers['authorization']}` } } })
        : refreshed(),
    ),
  );
}
const ticketOf = (token: string) => `ticket of Bearer ${token}`;
const refusedRefresh = () => Response.json({}, { status: 401 });

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  opened = [];
  heard.mockReset();
  started.mockReset();
  vi.stubGlobal('EventSource', EventSourceStub);
  vi.stubGlobal('localStorage', storageStub());
  vi.stubGlobal('navigator', {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Subscribes to live events and opens the first stream. */
async function listen(token: string) {
  localStorage.setItem('accessToken', token);
  serve(refusedRefresh);
  const { eventsLink } = await import('./events-link.ts');
  const client = createTRPCClient<AppRouter>({ links: [eventsLink] });
  const listening = client.jobs.live.subscribe(undefined, { onData: heard, onStarted: () => started() });
  await vi.advanceTimersByTimeAsync(0);
  opened[0]?.dispatchEvent(new Event('connected'));
  return listening;
}

test('a stream that ends with its token continues with a new one; no token is in a URL', async () => {
  const first = tokenUntil(Date.now() + 15 * minutes);
  await listen(first);
  const renewed = tokenUntil(Date.now() + 30 * minutes);
  serve(() => Response.json({ result: { data: { accessToken: renewed } } }));
  await vi.advanceTimersByTimeAsync(15 * minutes);
  opened[0]?.dispatchEvent(new Event('return'));
  await vi.advanceTimersByTimeAsync(1000);
  expect(opened.map(({ ticket }) => ticket)).toEqual([ticketOf(first), ticketOf(renewed)]);
  expect(opened[0]?.readyState).toBe(EventSourceStub.CLOSED);
  opened[1]?.dispatchEvent(Object.assign(new Event('message'), { data: '{"type":"job"}', lastEventId: '' }));
  expect(heard).toHaveBeenCalledWith({ type: 'job' });
});

test('it waits without a request while its token is expired and cannot be renewed', async () => {
  await listen(tokenUntil(Date.now() + 10 * minutes));
  await vi.advanceTimersByTimeAsync(10 * minutes);
  opened[0]?.dispatchEvent(new Event('return'));
  await vi.advanceTimersByTimeAsync(5 * minutes);
  expect(opened).toHaveLength(1);
  const renewed = tokenUntil(Date.now() + 10 * minutes);
  localStorage.setItem('accessToken', renewed);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(opened.at(-1)?.ticket).toBe(ticketOf(renewed));
});

test('each connection gets its own ticket, and waits if there is no ticket', async () => {
  await listen(tokenUntil(Date.now() + 15 * minutes));
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({}, { status: 503 })));
  opened[0]?.dispatchEvent(new Event('return'));
  await vi.advanceTimersByTimeAsync(minutes);
  expect(opened).toHaveLength(1);
  serve(refusedRefresh);
  await vi.advanceTimersByTimeAsync(minutes);
  expect(opened).toHaveLength(2);
});

test('a lost connection is reopened with a new ticket, not by the browser with the old one', async () => {
  await listen(tokenUntil(Date.now() + 15 * minutes));
  opened[0]?.dispatchEvent(new Event('error'));
  expect(opened[0]?.readyState).toBe(EventSourceStub.CLOSED);
  await vi.advanceTimersByTimeAsync(1000);
  const error = { code: -32_001, message: 'Sign in to go on', data: {} };
  opened[1]?.dispatchEvent(Object.assign(new Event('serialized-error'), { data: JSON.stringify(error) }));
  await vi.advanceTimersByTimeAsync(4000);
  expect(opened).toHaveLength(3);
});

test('after unsubscribing, no more events arrive', async () => {
  const listening = await listen(tokenUntil(Date.now() + 15 * minutes));
  listening.unsubscribe();
  opened[0]?.dispatchEvent(new Event('return'));
  await vi.advanceTimersByTimeAsync(minutes);
  expect(opened).toHaveLength(1);
});

test('each connection is reported, so that missed events can be reloaded', async () => {
  await listen(tokenUntil(Date.now() + 15 * minutes));
  expect(started).toHaveBeenCalledTimes(1);
  opened[0]?.dispatchEvent(new Event('return'));
  await vi.advanceTimersByTimeAsync(1000);
  opened[1]?.dispatchEvent(new Event('connected'));
  expect(started).toHaveBeenCalledTimes(2);
});
