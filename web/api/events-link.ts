import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '#server/router.ts';
import { freshToken, isJustRefreshed } from '#web/session/refresh.ts';
import { isStale } from '#web/session/session.ts';

/** After these errors a new connection can succeed: a server error, and an expired ticket. */
const temporaryErrorCodes = [-32_603, -32_001];
const connecting = { type: 'state', state: 'connecting', error: null } as const;
const pending = { type: 'state', state: 'pending', error: null } as const;
const longestPause = 30_000;

type Shape = { code: number; message: string; data: object };
type Failure = TRPCClientError<AppRouter>;

/**
 * Requests a ticket for the URL, because EventSource cannot send headers and an access token must not be in a URL. A ticket
 * opens one stream and expires within seconds. Returns null if the access token has expired or the server does not respond.
 */
async function findTicket(): Promise<string | null> {
  const token = await freshToken();
  if (!token || (isStale(token) && !isJustRefreshed(token))) return null;
  const response = await fetch('/trpc/auth.streamTicket', {
    headers: { authorization: `Bearer ${token}` },
    credentials: 'same-origin',
    cache: 'no-store',
    signal: AbortSignal.timeout(10_000),
  }).catch(() => null);
  if (!response?.ok) return null;
  const body = (await response.json()) as { result?: { data?: { ticket?: string } } };
  return body.result?.data?.ticket ?? null;
}

async function urlOf(path: string, input: unknown, lastEventId: string): Promise<string | null> {
  const ticket = await findTicket();
  if (!ticket) return null;
  const query = new URLSearchParams({ connectionParams: JSON.stringify({ ticket }) });
  const resumedInput = lastEventId ? { ...(input as object | undefined), lastEventId } : input;
  if (resumedInput !== undefined) query.set('input', JSON.stringify(resumedInput));
  return `/trpc/${path}?${query}`;
}

/**
 * Receives live events over tRPC's SSE protocol. Unlike the library's link it reconnects with a new ticket when the server
 * ends the stream or refuses a connection, because a screen can stay open longer than an access token is valid.
 */
export const eventsLink: TRPCLink<AppRouter> =
  () =>
  ({ op }) =>
    observable((observer) => {
      let source: EventSource | null = null;
      let pause: ReturnType<typeof setTimeout> | undefined;
      let isStopped = false;
      let failures = 0;
      let connectedAt = 0;
      let lastEventId = '';

      const stop = () => {
        isStopped = true;
        clearTimeout(pause);
        source?.close();
      };
      const fail = (error: Failure) => {
        stop();
        observer.error(error);
      };
      const scheduleReconnect = () => {
        if (isStopped) return;
        failures += 1;
        pause = setTimeout(() => void connect(), Math.min(longestPause, 500 * 2 ** failures) * (0.5 + Math.random() / 2));
      };

      async function connect(): Promise<void> {
        observer.next({ result: connecting });
        const url = await urlOf(op.path, op.input, lastEventId);
        if (isStopped) return;
        if (url === null) return scheduleReconnect();
        const opened = new EventSource(url);
        source = opened;
        opened.addEventListener('connected', () => {
          connectedAt = Date.now();
          observer.next({ result: { type: 'started' } });
          observer.next({ result: pending });
        });
        opened.addEventListener('message', (event: MessageEvent<string>) => {
          const data: unknown = JSON.parse(event.data);
          lastEventId = event.lastEventId || lastEventId;
          observer.next({
            result: event.lastEventId ? { id: event.lastEventId, data: { id: event.lastEventId, data } } : { data },
          });
        });
        /** The browser would reconnect on its own, but with an expired ticket. */
        const reconnect = () => {
          opened.close();
          // The server rejects a ticket only after the stream has connected, so only a long stream counts as a success.
          if (Date.now() - connectedAt > longestPause) failures = 0;
          scheduleReconnect();
        };
        opened.addEventListener('serialized-error', (event: MessageEvent<string>) => {
          const error = JSON.parse(event.data) as Shape;
          if (temporaryErrorCodes.includes(error.code)) reconnect();
          else fail(TRPCClientError.from({ error }));
        });
        // The server ends the stream when the access token expires or the server stops.
        opened.addEventListener('return', reconnect);
        opened.addEventListener('error', reconnect);
      }

      void connect();
      return stop;
    });
