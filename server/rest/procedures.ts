import type * as z from 'zod/v4/core';
import type { Access } from '#server/trpc.ts';
import { appRouter } from '#server/router.ts';

/** What the REST door and the documentation read off a procedure. */
export type ProcedureFacts = {
  type: 'query' | 'mutation' | 'subscription';
  input: z.$ZodType | undefined;
  output: z.$ZodType | undefined;
  access: Access['access'];
};

type Definition = { _def: { type: ProcedureFacts['type']; inputs: z.$ZodType[]; output?: z.$ZodType; meta?: Access } };

export function procedureNames(): string[] {
  return Object.keys(appRouter._def.procedures);
}

export function procedureFacts(name: string): ProcedureFacts {
  const procedures = appRouter._def.procedures as unknown as Record<string, Definition>;
  const procedure = procedures[name];
  if (!procedure) throw new Error(`There is no procedure ${name}`);
  const { type, inputs, output, meta } = procedure._def;
  return { type, input: inputs[0], output, access: meta?.access ?? 'public' };
}
