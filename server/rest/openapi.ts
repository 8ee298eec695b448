import { z } from 'zod';
import { keyLifetimeMs } from '#server/billing/sweep-charges.ts';
import { capabilities } from '#shared/access/access.ts';
import { dayMs } from '#shared/days.ts';
import { errorResponses, errorSchemas, errorsOf } from './openapi-errors.ts';
import { exampleOf } from './openapi-examples.ts';
import { queryFields } from './register.ts';
import { isCustomSchema, isDateSchema, type Schema } from './schemas.ts';
import { type ProcedureFacts, procedureFacts, type Route } from './table.ts';
import { answerName, camel, codeToWire, requestName } from './wire-names.ts';

type Json = Record<string, unknown>;
type ObjectSchema = Json & { properties?: Record<string, Json>; required?: string[] };

const keyDays = keyLifetimeMs / dayMs;

/** The introduction of the OpenAPI page (`docs/product/rest.md`). */
const about = `The REST facade for legacy clients.

**Sign in** with \`POST /auth/login\` and send the \`accessToken\` as \`Authorization: Bearer …\`; \`POST /auth/refresh\` gives the next one.

**Requests** are JSON; every field is taken in snake_case and in camelCase, and unknown fields are dropped. Files are sent as
\`multipart/form-data\`; updates (PATCH) may be. Query parameters are read where a call lists them, and are ignored elsewhere.

**Answers** are \`{"data": …}\`, lists \`{"data": […], "pagination": {"offset", "limit", "total"}}\`. Dates are ISO 8601 in UTC, money is
a number of dollars, a text that is missing is null.

**Errors** are \`{"errors": [{"message", "code", "field"?, "detail"?}], "message"}\`. What is not yours answers as what is not there: 404.

**Money moves once.** Calls that move money take an \`Idempotency-Key\` header: a text of your choice, such as a UUID, new for each
thing you want to pay or refund. The same request with the same key gets the stored answer of the first one, marked with
\`Idempotent-Replayed: true\`, for ${keyDays} days. Another request with the key is 422, \`idempotency_key_reused\`; while the first one runs it
is 409, \`idempotency_key_in_use\`. After a status above 499, or no answer at all, send the same request with the same key again.

**Searches** take \`{"filters": {"and": [{"field", "operator", "value"}]}, "orders": [{"field", "direction"}]}\` with the operators equals,
ilike (contains), not_ilike, greater_than, less_than, between and in; \`or\` in place of \`and\`, and nesting to depth 3.

**Too many** requests answer 429, with the seconds to wait in \`Retry-After\`.`;

/** The OpenAPI 3.1 document, generated from the route table and the schemas. */
export function openApi(
  routes: readonly Route[],
  { prefix, server, version }: { prefix: string; server: string; version: string },
): Json {
  const paths: Record<string, Json> = {};
  const schemas: Json = { ...errorSchemas };
  for (const route of routes) {
    const path = prefix + route.path.replace(/:(\w+)/g, '{$1}');
    const operations = (paths[path] ??= {});
    operations[route.method.toLowerCase()] = operation(route, schemas);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Haulboard REST',
      version,
      description: about,
    },
    servers: [{ url: server }],
    paths,
    components: { schemas, responses: errorResponses, securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    security: [{ bearer: [] }],
  };
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: `Makes a retry safe: the same request with the same key gets the first answer for ${keyDays} days. Scoped to the company.`,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function operation(route: Route, schemas: Json): Json {
  const { method, path, procedure, options } = route;
  const facts = procedureFacts(procedure);
  const input = jsonSchema(facts.input, { io: 'input', keepCase: false, schemas });
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const inPath = names.map((name) => requestName(options.params?.[name] ?? camel(name)));
  const left = Object.entries(input.properties ?? {}).filter(([key]) => !inPath.includes(key));
  const required = (input.required ?? []).filter((key) => !inPath.includes(key));
  const queryNames = queryFields(route).map(requestName);
  const inQuery = left.filter(([name]) => queryNames.includes(name));
  const bodyFields = left.filter((field) => !inQuery.includes(field));
  const answerOf = (output: ProcedureFacts['output']) =>
    answerSchema(jsonSchema(output, { io: 'output', keepCase: options.camel ?? false, schemas }));
  const drivers = options.driverProcedure ? procedureFacts(options.driverProcedure) : null;
  const answer = drivers ? unionOf(answerOf(facts.output), answerOf(drivers.output)) : answerOf(facts.output);
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^A-Za-z0-9]+/g, '_')}`,
    summary: wordsOf(procedure),
    ...(options.deprecated ? { deprecated: true } : {}),
    tags: [options.tag ?? procedure.split('.')[0]],
    ...(facts.access === 'public' ? { security: [] } : {}),
    description: drivers ? `${allowedCallers(facts.access)} Drivers get the second answer.` : allowedCallers(facts.access),
    parameters: [
      ...names.map((name, index) => ({
        name,
        in: 'path',
        required: true,
        schema: input.properties?.[inPath[index] ?? ''] ?? { type: 'string' },
      })),
      ...inQuery.map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema })),
      ...(options.takesIdempotencyKey ? [idempotencyKey] : []),
    ],
    ...(bodyFields.length ? { requestBody: requestBody(bodyFields, required, { route, schemas }) } : {}),
    responses: {
      [options.status ?? 200]: {
        description: 'OK',
        content: options.download ? files[options.download] : { 'application/json': exampled(answer, schemas) },
      },
      ...errorsOf(route, facts, Boolean(facts.input)),
    },
  };
}

const exampled = (schema: Json, schemas: Json) => ({ schema, example: exampleOf(schema, schemas) });

/** A heading from a procedure's name: `company.resendVerification` becomes "Resend verification". */
function wordsOf(procedure: string): string {
  const phrase = (procedure.split('.').pop() ?? '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return phrase.charAt(0).toUpperCase() + phrase.slice(1);
}

function allowedCallers(access: ProcedureFacts['access']): string {
  if (access === 'public') return 'Open to anyone.';
  if (access === 'signed-in') return 'For anyone who is signed in.';
  return `For the roles ${capabilities[access].map((role) => `\`${role}\``).join(', ')}.`;
}

const files = {
  zip: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
  csv: { 'text/csv': { schema: { type: 'string' } } },
  pdf: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
};

type BodyContext = { route: Route; schemas: Json };

function requestBody(properties: [string, Json][], requiredNames: string[], { route, schemas }: BodyContext): Json {
  const required = requiredNames.filter((name) => properties.some(([key]) => key === name));
  const schema = { type: 'object', properties: Object.fromEntries(properties), ...(required.length ? { required } : {}) };
  if (route.options.upload) return { required: required.length > 0, content: { 'multipart/form-data': { schema } } };
  const form = route.method === 'PATCH' ? { 'multipart/form-data': { schema } } : {};
  return { required: required.length > 0, content: { 'application/json': exampled(schema, schemas), ...form } };
}

/** Two answers of the same call differ only in `data`. */
function unionOf(one: ObjectSchema, other: ObjectSchema): ObjectSchema {
  return { ...one, properties: { ...one.properties, data: { anyOf: [one.properties?.['data'], other.properties?.['data']] } } };
}

function answerSchema(output: ObjectSchema): ObjectSchema {
  const { items, pagination } = output.properties ?? {};
  if (items && pagination) return { type: 'object', required: ['data', 'pagination'], properties: { data: items, pagination } };
  return { type: 'object', required: ['data'], properties: { data: output } };
}

type SchemaOptions = { io: 'input' | 'output'; keepCase: boolean; schemas: Json };

/** The JSON Schema of a schema. Its references move to the document's components. */
function jsonSchema(schema: Schema | undefined, { io, keepCase, schemas }: SchemaOptions): ObjectSchema {
  if (!schema) return { type: 'object', properties: {} };
  const nameOf = io === 'input' ? requestName : answerName;
  const { $schema: _dialect, ...jsonSchema } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ zodSchema, jsonSchema: node }) => {
      if (isDateSchema(zodSchema)) Object.assign(node, { type: 'string', format: 'date-time' });
      if (isCustomSchema(zodSchema)) Object.assign(node, { type: 'string', format: 'binary' });
      for (const [key, field] of Object.entries(node.properties ?? {})) {
        const write = codeToWire(key);
        if (write && typeof field === 'object' && field.enum) field.enum = field.enum.map((code) => String(write(code)));
      }
      if (node.properties && !keepCase)
        node.properties = Object.fromEntries(Object.entries(node.properties).map(([key, value]) => [nameOf(key), value]));
      if (node.required && !keepCase) node.required = node.required.map(nameOf);
    },
  });
  const { $defs, ...json } = JSON.parse(
    JSON.stringify(jsonSchema).replaceAll('"#/$defs/', '"#/components/schemas/'),
  ) as ObjectSchema;
  Object.assign(schemas, $defs);
  return json;
}
