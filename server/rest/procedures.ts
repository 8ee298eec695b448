import { type AnyTRPCProcedure, callTRPCProcedure, type TRPCProcedureType } from '@trpc/server';
import type { Access, Context } from '#server/trpc.ts';
import { appRouter } from '#server/router.ts';
import type { Schema } from './schemas.ts';

/** What the REST facade and the OpenAPI document need to know about a procedure. */
export type ProcedureFacts = {
  type: TRPCProcedureType;
  input: Schema | undefined;
  output: Schema | undefined;
  access: Access['access'];
  admit: NonNullable<Access['admit']>;
};

/** A procedure's definition before our defaults. */
type Definition = { type: TRPCProcedureType; inputs: Schema[]; output?: Schema; meta?: Access };

/**
 * The only use of `_def`, which is how tRPC lets tools read the schemas and metadata of procedures
 * (https://github.com/trpc/trpc/issues/2124).
 */
const definitions = new Map(
  Object.entries(appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>).map(([name, procedure]) => [
    name,
    procedure._def as unknown as Definition,
  ]),
);

function definitionOf(name: string): Definition {
  const definition = definitions.get(name);
  if (!definition) throw new Error(`There is no procedure ${name}`);
  return definition;
}

export const procedureNames = (): string[] => [...definitions.keys()];

export function callProcedure(name: string, ctx: Context, input: unknown): Promise<unknown> {
  const { type } = definitionOf(name);
  const getRawInput = () => Promise.resolve(input);
  return callTRPCProcedure({ router: appRouter, path: name, type, ctx, getRawInput, signal: undefined, batchIndex: 0 });
}

export function procedureFacts(name: string): ProcedureFacts {
  const { type, inputs, output, meta } = definitionOf(name);
  return { type, input: inputs[0], output, access: meta?.access ?? 'public', admit: meta?.admit ?? (() => ({})) };
}
