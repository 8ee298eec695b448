import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { securityHeaders } from './security-headers.ts';

/**
 * Timeouts for slow clients. A client that holds a connection without using it, or sends a body byte by byte, is
 * disconnected, because connections are limited and each body is held in memory until it is complete.
 */
export type Times = {
  /** The time until the headers are complete. */
  headersMs: number;
  /** The time until a body is complete. Forms are exempt. Other bodies have at most 2 MiB, and emails with files 14.3 MiB. */
  bodyMs: number;
  /** The time until any request is complete. It allows an upload of 26 MiB at half a megabit per second. */
  requestMs: number;
  /** The time without a byte in either direction, such as when a client stops reading. */
  idleMs: number;
  /** The time a connection waits for its next request. It is longer than proxies wait, so that the proxy closes first. */
  keepAliveMs: number;
  /** How often the timeouts are checked. */
  everyMs: number;
};

export const defaultTimeouts: Times = {
  headersMs: 15_000,
  bodyMs: 20_000,
  requestMs: 7 * 60_000,
  idleMs: 120_000,
  keepAliveMs: 75_000,
  everyMs: 5000,
};

export function timeOptions(timeouts: Times = defaultTimeouts, isSecure = false) {
  return {
    requestTimeout: timeouts.requestMs,
    connectionTimeout: timeouts.idleMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    http: { headersTimeout: timeouts.headersMs, connectionsCheckingInterval: timeouts.everyMs, maxHeaderSize: 16 * 1024 },
    clientErrorHandler: createConnectionErrorHandler(isSecure),
  };
}

const isForm = (type: string | undefined) => type?.startsWith('multipart/') ?? false;

/** Closes connections whose request body is slow. Live streams get no idle timeout. */
export function closeSlowConnections(app: FastifyInstance, { bodyMs }: Pick<Times, 'bodyMs'> = defaultTimeouts): void {
  app.addHook('onRequest', async ({ headers, raw }) => {
    if (headers.accept?.includes('text/event-stream')) raw.socket.setTimeout(0);
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (!hasBody || isForm(headers['content-type'])) return;
    const bodyTimeout = setTimeout(() => raw.destroy(), bodyMs);
    const clear = () => clearTimeout(bodyTimeout);
    raw.once('end', clear).once('close', clear);
  });
}

const connectionErrors: Record<string, { status: string; message: string; code: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', message: 'The request took too long', code: 'too_slow' },
  HPE_HEADER_OVERFLOW: { status: '431 Request Header Fields Too Large', message: 'The headers are too large', code: 'too_large' },
};

/** Answers invalid or slow requests in the REST error format and closes the connection. Fastify runs no hooks for them. */
function createConnectionErrorHandler(isSecure: boolean) {
  const headers = Object.entries(securityHeaders(isSecure)).map(([name, value]) => `${name}: ${value}\r\n`);
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const malformed = { status: '400 Bad Request', message: 'This isn’t an HTTP request', code: 'malformed' };
    const { status, message, code } = connectionErrors[error.code ?? ''] ?? malformed;
    const body = JSON.stringify({ errors: [{ message, code }], message });
    socket.end(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
        `Connection: close\r\n${headers.join('')}\r\n${body}`,
    );
  };
}
