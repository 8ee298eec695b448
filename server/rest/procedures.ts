import type * as z from 'zod/v4/core';
import type { Access, Context } from '#server/trpc.ts';
import { appRouter } from '#server/router.ts';

/** What the REST door and the documentation read off a procedure. */
export type ProcedureFacts = {
  type: 'query' | 'mutation' | 'subscription';
  input: z.$ZodType | undefined;
  output: z.$ZodType | undefined;
  access: Access['access'];
  admit: NonNullable<Access['admit']>;
};

type Call = { path: string; type: ProcedureFacts['type']; ctx: Context; getRawInput: () => Promise<unknown>; signal: undefined };
type Procedure = Definition & ((call: Call) => Promise<unknown>);
type Definition = { _def: { type: ProcedureFacts['type']; inputs: z.$ZodType[]; output?: z.$ZodType; meta?: Access } };

export function procedureNames(): string[] {
  return Object.keys(appRouter._def.procedures);
}

function procedureOf(name: string): Procedure {
  const procedure = (appRouter._def.procedures as unknown as Record<string, Procedure>)[name];
  if (!procedure) throw new Error(`There is no procedure ${name}`);
  return procedure;
}

/** What a tRPC caller does, without the proxies that let a caller write names as properties. */
export function callProcedure(name: string, ctx: Context, input: unknown): Promise<unknown> {
  const procedure = procedureOf(name);
  return procedure({ path: name, type: procedure._def.type, ctx, getRawInput: () => Promise.resolve(input), signal: undefined });
}

export function procedureFacts(name: string): ProcedureFacts {
  const { type, inputs, output, meta } = procedureOf(name)._def;
  return { type, input: inputs[0], output, access: meta?.access ?? 'public', admit: meta?.admit ?? (() => ({})) };
}
