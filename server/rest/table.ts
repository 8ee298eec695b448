import type {
  AnyTRPCMutationProcedure,
  AnyTRPCProcedure,
  AnyTRPCQueryProcedure,
  AnyTRPCRouter,
  inferRouterInputs,
} from '@trpc/server';
import type { AppRouter } from '#server/router.ts';

/**
 * The typed table of REST routes: each names a method, a path and the procedure that answers. A wrong procedure name, a
 * GET onto a mutation, or a path parameter that the procedure does not take is a compile error.
 */
export type Route = { method: string; path: string; procedure: string; options: RouteOptions };

export type RouteOptions = {
  status?: 200 | 201;
  /** Heading in the documentation; the procedure's router unless given. */
  tag?: string;
  /** Answers whose names the specification prints in camelCase. */
  camel?: boolean;
  /** Input key that takes the file of a multipart body. */
  upload?: string;
  /** The answer is a file (`server/csv.ts`, `server/receipts`), not JSON. */
  download?: 'csv' | 'pdf';
  /** Input keys that a call other than a GET also takes in its address, beside the page of a search. */
  query?: readonly string[];
  /** Path parameter → input key, where they differ. */
  params?: Record<string, string>;
  /** Answers drivers, who may not call the other procedure. */
  driverProcedure?: string;
  /** An old name of a call that has a better one; it works for ever, the documentation says so. */
  deprecated?: boolean;
  /** The call moves money, so it takes an `Idempotency-Key` header. */
  takesIdempotencyKey?: boolean;
  /** Input values that the route itself fixes. */
  fixed?: Record<string, unknown>;
};

/** The routers and procedures of the app by name. */
type Tree = Omit<AppRouter, keyof AnyTRPCRouter>;
type Names<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends AnyTRPCProcedure ? `${Prefix}${K}` : Names<T[K], `${Prefix}${K}.`>;
}[keyof T & string];
type At<T, Path extends string> = Path extends `${infer Head}.${infer Rest}`
  ? Head extends keyof T
    ? At<T[Head], Rest>
    : never
  : Path extends keyof T
    ? T[Path]
    : never;
/** A query may also be a POST, because searches carry their filters in a body. */
type MethodOf<P> = P extends AnyTRPCQueryProcedure
  ? 'GET' | 'POST'
  : P extends AnyTRPCMutationProcedure
    ? 'POST' | 'PUT' | 'PATCH' | 'DELETE'
    : never;
type KeysOf<I> = I extends object ? keyof I & string : never;
type Camel<S extends string> = S extends `${infer A}_${infer B}` ? `${A}${Capitalize<Camel<B>>}` : S;
type ParamsOf<P extends string> = P extends `${string}:${infer A}/${infer B}`
  ? A | ParamsOf<`/${B}`>
  : P extends `${string}:${infer A}`
    ? A
    : never;
type Options<I, Path extends string> = Omit<RouteOptions, 'params' | 'upload' | 'query' | 'fixed' | 'driverProcedure'> & {
  driverProcedure?: Names<Tree>;
  upload?: KeysOf<I>;
  query?: readonly KeysOf<I>[];
  fixed?: Partial<I>;
} & ([Exclude<Camel<ParamsOf<Path>>, KeysOf<I>>] extends [never]
    ? { params?: { [K in ParamsOf<Path>]?: KeysOf<I> } }
    : { params: { [K in ParamsOf<Path> as Camel<K> extends KeysOf<I> ? never : K]: KeysOf<I> } });
type Optional<T> = Record<never, never> extends T ? [T?] : [T];

export function rest<const Name extends Names<Tree>, const Path extends `/${string}`>(
  method: MethodOf<At<Tree, Name>>,
  path: Path,
  procedure: Name,
  ...[options]: Optional<Options<At<inferRouterInputs<AppRouter>, Name>, Path>>
): Route {
  return { method, path, procedure, options: (options ?? {}) as RouteOptions };
}
