import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '#server/router.ts';
import { freshToken, isNewlyBrought } from './refresh.ts';
import { isStale } from './session.ts';

/** The code of every server error and gateway failure: the browser's own reconnect is worth waiting for. */
const serverError = -32_603;
const connecting = { type: 'state', state: 'connecting', error: null } as const;
const pending = { type: 'state', state: 'pending', error: null } as const;
const longestPause = 30_000;

type Shape = { code: number; message: string; data: object };
type Failure = TRPCClientError<AppRouter>;

/**
 * An EventSource sends no headers of ours, so the token goes in the connection's parameters. Null while there is only one
 * that has run out, such as an impersonation's that waits for its renewal.
 */
async function urlOf(path: string, input: unknown, lastEventId: string): Promise<string | null> {
  const token = await freshToken();
  if (token && isStale(token) && !isNewlyBrought(token)) return null;
  const query = new URLSearchParams();
  if (token) query.set('connectionParams', JSON.stringify({ token }));
  const asked = lastEventId ? { ...(input as object | undefined), lastEventId } : input;
  if (asked !== undefined) query.set('input', JSON.stringify(asked));
  return `/trpc/${path}?${query}`;
}

/**
 * Live events over tRPC's SSE protocol. Unlike the library's link it connects anew, with a fresh token, when the server
 * ends the stream or refuses a reconnect: an access token ends after 15 minutes, a screen stays open for hours.
 */
export const eventsLink: TRPCLink<AppRouter> =
  () =>
  ({ op }) =>
    observable((observer) => {
      let source: EventSource | null = null;
      let pause: ReturnType<typeof setTimeout> | undefined;
      let isStopped = false;
      let failures = 0;
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
      const connectLater = () => {
        if (isStopped) return;
        failures += 1;
        pause = setTimeout(() => void connect(), Math.min(longestPause, 500 * 2 ** failures) * (0.5 + Math.random() / 2));
      };

      async function connect(): Promise<void> {
        observer.next({ result: connecting });
        const url = await urlOf(op.path, op.input, lastEventId);
        if (isStopped) return;
        if (url === null) return connectLater();
        const opened = new EventSource(url);
        source = opened;
        opened.addEventListener('connected', () => {
          failures = 0;
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
        opened.addEventListener('serialized-error', (event: MessageEvent<string>) => {
          const error = JSON.parse(event.data) as Shape;
          if (error.code !== serverError) fail(TRPCClientError.from({ error }));
        });
        // The token has run out, or the node stops.
        opened.addEventListener('return', () => {
          opened.close();
          connectLater();
        });
        opened.addEventListener('error', () => {
          if (opened.readyState === EventSource.CLOSED) connectLater();
          else observer.next({ result: connecting });
        });
      }

      void connect();
      return stop;
    });
