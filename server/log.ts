import { DrizzleQueryError } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';

/**
 * How the log writes requests and failures: without what they carried. An address may hold a token (live events, the links
 * of mails), a failed query its parameters, which are people's addresses and hashes of what lets them in.
 */
export const serializers = { req: describeRequest, err: describeFailure };

function describeRequest({ method, url, host, ip }: Pick<FastifyRequest, 'method' | 'url' | 'host' | 'ip'>) {
  return { method, url: url.split('?')[0] ?? '', host, remoteAddress: ip };
}

type Failure = { type: string; message: string; stack: string; code?: unknown; cause?: Failure };

/** An error and what it came from. Errors repeat the words of their cause, so those of a query are replaced everywhere. */
function describeFailure(error: unknown): Failure {
  const chain = causesOf(error);
  const spoken = chain.map((one) => [one.message, withoutValues(one)] as const).filter(([said, safe]) => said !== safe);
  const clean = (text: string) => spoken.reduce((cleaned, [said, safe]) => cleaned.replaceAll(said, safe), text);
  return chain.reduceRight<Failure | undefined>((cause, one) => describe(one, clean, cause), undefined) ?? unknown(error);
}

/** Of a query its text; of a value that the database could not read (SQLSTATE class 22) what it should have been. */
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
