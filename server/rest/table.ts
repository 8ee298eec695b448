import {
  type AnyTRPCMutationProcedure,
  type AnyTRPCProcedure,
  type AnyTRPCQueryProcedure,
  type AnyTRPCRouter,
  type inferRouterInputs,
  callTRPCProcedure,
  type TRPCProcedureType,
} from '@trpc/server';
import { type AppRouter, appRouter } from '#server/router.ts';
import type { Access, Context } from '#server/trpc.ts';
import type { Schema } from './schemas.ts';

/** What the REST facade and the OpenAPI document need to know about a procedure. */
export type ProcedureInfo = {
  type: TRPCProcedureType;
  input: Schema | undefined;
  output: Schema | undefined;
  access: Access['access'];
  admit: NonNullable<Access['admit']>;
};

/** A procedure's definition, without our defaults. */
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

export function procedureInfo(name: string): ProcedureInfo {
  const { type, inputs, output, meta } = definitionOf(name);
  return { type, input: inputs[0], output, access: meta?.access ?? 'public', admit: meta?.admit ?? (() => ({})) };
}

/**
 * A REST route. The typed function {@link rest} creates it, so that a wrong procedure name, a GET for a mutation, or a path
 * parameter that the procedure does not accept is a compile error.
 */
export type Route = { method: string; path: string; procedure: string; options: RouteOptions };

export type RouteOptions = {
  status?: 200 | 201;
  /** The heading in the documentation. By default the procedure's router. */
  tag?: string;
  /** Whether the answer's names are in camelCase, as the specification prints them. */
  isCamelCase?: boolean;
  /** The input field for the file of a multipart body. */
  upload?: string;
  /** The answer is a file (`server/downloads`, `server/receipts`) instead of JSON. */
  download?: 'csv' | 'pdf' | 'zip' | 'file';
  /** Input fields that a call other than a GET also accepts in the query, besides paging. */
  query?: readonly string[];
  /** The input field of each path parameter whose name differs. */
  params?: Record<string, string>;
  /** The procedure for drivers, who may not call the route's usual procedure. */
  driverProcedure?: string;
  /** Whether the path is an old name. It keeps working, and the documentation marks it as deprecated. */
  deprecated?: boolean;
  /** Whether the call accepts an `Idempotency-Key` header, because it moves money. */
  takesIdempotencyKey?: boolean;
  /** Fields of the answer that the specification prints and that never have another value. */
  constants?: Record<string, boolean>;
  /** Input values that the route sets itself. */
  fixed?: Record<string, unknown>;
};

/** The routers and procedures of the app by name. */
type ProcedureTree = Omit<AppRouter, keyof AnyTRPCRouter>;
type ProcedureNames<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends AnyTRPCProcedure ? `${Prefix}${K}` : ProcedureNames<T[K], `${Prefix}${K}.`>;
}[keyof T & string];
type ProcedureAt<T, Path extends string> = Path extends `${infer Head}.${infer Rest}`
  ? Head extends keyof T
    ? ProcedureAt<T[Head], Rest>
    : never
  : Path extends keyof T
    ? T[Path]
    : never;
/** A query can also be a POST, because searches send their filters in a body. */
type MethodOf<P> = P extends AnyTRPCQueryProcedure
  ? 'GET' | 'POST'
  : P extends AnyTRPCMutationProcedure
    ? 'POST' | 'PUT' | 'PATCH' | 'DELETE'
    : never;
type KeysOf<I> = I extends object ? keyof I & string : never;
type CamelCase<S extends string> = S extends `${infer A}_${infer B}` ? `${A}${Capitalize<CamelCase<B>>}` : S;
type ParamsOf<P extends string> = P extends `${string}:${infer A}/${infer B}`
  ? A | ParamsOf<`/${B}`>
  : P extends `${string}:${infer A}`
    ? A
    : never;
type Options<I, Path extends string> = Omit<RouteOptions, 'params' | 'upload' | 'query' | 'fixed' | 'driverProcedure'> & {
  driverProcedure?: ProcedureNames<ProcedureTree>;
  upload?: KeysOf<I>;
  query?: readonly KeysOf<I>[];
  fixed?: Partial<I>;
} & ([Exclude<CamelCase<ParamsOf<Path>>, KeysOf<I>>] extends [never]
    ? { params?: { [K in ParamsOf<Path>]?: KeysOf<I> } }
    : { params: { [K in ParamsOf<Path> as CamelCase<K> extends KeysOf<I> ? never : K]: KeysOf<I> } });
type Optional<T> = Record<never, never> extends T ? [T?] : [T];

export function rest<const Name extends ProcedureNames<ProcedureTree>, const Path extends `/${string}`>(
  method: MethodOf<ProcedureAt<ProcedureTree, Name>>,
  path: Path,
  procedure: Name,
  ...[options]: Optional<Options<ProcedureAt<inferRouterInputs<AppRouter>, Name>, Path>>
): Route {
  return { method, path, procedure, options: (options ?? {}) as RouteOptions };
}
