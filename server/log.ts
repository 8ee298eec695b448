import { DrizzleQueryError } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';

/**
 * Logs requests and errors without their data. A URL can contain a token (live events, links in emails), and a failed query
 * contains its parameters, such as email addresses and token hashes.
 */
export const serializers = { req: describeRequest, err: describeFailure };

function describeRequest({ method, url, host, ip }: Pick<FastifyRequest, 'method' | 'url' | 'host' | 'ip'>) {
  return { method, url: url.split('?')[0] ?? '', host, remoteAddress: ip };
}

type Failure = { type: string; message: string; stack: string; code?: unknown; cause?: Failure };

/** An error and its causes. Errors repeat the message of their cause, so a query's message is replaced in all of them. */
function describeFailure(error: unknown): Failure {
  const chain = causesOf(error);
  const spoken = chain.map((one) => [one.message, withoutValues(one)] as const).filter(([original, safe]) => original !== safe);
  const clean = (text: string) => spoken.reduce((cleaned, [original, safe]) => cleaned.replaceAll(original, safe), text);
  return chain.reduceRight<Failure | undefined>((cause, one) => describe(one, clean, cause), undefined) ?? unknown(error);
}

/** For a failed query its SQL text. For a value that PostgreSQL could not parse (SQLSTATE class 22), the expected type. */
function withoutValues(error: Error): string {
  if (error instanceof DrizzleQueryError) return `Failed query: ${error.query}`;
  const isOfData = 'code' in error && typeof error.code === 'string' && /^22[0-9A-Z]{3}$/.test(error.code);
  return isOfData ? error.message.replace(/".*"/s, '"…"') : error.message;
}

function causesOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let one = error; one instanceof Error && !chain.includes(one); one = one.cause) chain.push(one);
  return chain;
}

function describe(error: Error, clean: (text: string) => string, cause: Failure | undefined): Failure {
  const { name, message, stack = '' } = error;
  const described: Failure = { type: name, message: clean(message), stack: clean(stack) };
  if ('code' in error) described.code = error.code;
  if (cause) described.cause = cause;
  return described;
}

const unknown = (error: unknown): Failure => ({ type: typeof error, message: String(error), stack: '' });
