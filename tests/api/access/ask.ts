import { TRPCError } from '@trpc/server';
import { AppError } from '#server/errors.ts';
import type { Caller } from '#tests/helpers/app.ts';

export type Outcome = { status: number; code: string; answer: unknown };

/** Calls a procedure by its name and returns the outcome as a status. */
export async function ask(caller: Caller, name: string, input: unknown): Promise<Outcome> {
  let procedure: unknown = caller;
  for (const key of name.split('.')) procedure = (procedure as Record<string, unknown>)[key];
  try {
    return { status: 200, code: 'ok', answer: await (procedure as (given: unknown) => Promise<unknown>)(input) };
  } catch (error) {
    const refusal = error instanceof TRPCError && error.cause instanceof AppError ? error.cause : null;
    if (refusal) return { status: refusal.status, code: refusal.code, answer: refusal.message };
    if (error instanceof TRPCError && error.code === 'BAD_REQUEST')
      return { status: 422, code: 'invalid', answer: error.message };
    throw error;
  }
}
