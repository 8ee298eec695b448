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
  const chain = listErrorChain(error);
  const redactions = chain
    .map((failure) => [failure.message, getSafeMessage(failure)] as const)
    .filter(([original, safe]) => original !== safe);
  const redact = (text: string) => redactions.reduce((cleaned, [original, safe]) => cleaned.replaceAll(original, safe), text);
  return (
    chain.reduceRight<Failure | undefined>((cause, failure) => toFailure(failure, redact, cause), undefined) ??
    describeNonError(error)
  );
}

/**
 * The message without data. A failed query keeps only its SQL text. If PostgreSQL could not parse a value (SQLSTATE class 22),
 * the value is removed.
 */
function getSafeMessage(error: Error): string {
  if (error instanceof DrizzleQueryError) return `Failed query: ${error.query}`;
  const isDataError = 'code' in error && typeof error.code === 'string' && /^22[0-9A-Z]{3}$/.test(error.code);
  return isDataError ? error.message.replace(/".*"/s, '"…"') : error.message;
}

function listErrorChain(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let failure = error; failure instanceof Error && !chain.includes(failure); failure = failure.cause) chain.push(failure);
  return chain;
}

function toFailure(error: Error, redact: (text: string) => string, cause: Failure | undefined): Failure {
  const { name, message, stack = '' } = error;
  const failure: Failure = { type: name, message: redact(message), stack: redact(stack) };
  if ('code' in error) failure.code = error.code;
  if (cause) failure.cause = cause;
  return failure;
}

const describeNonError = (error: unknown): Failure => ({ type: typeof error, message: String(error), stack: '' });
