import { z } from 'zod';
import { keyLifetimeMs } from '#server/billing/sweep-charges.ts';
import { capabilities } from '#shared/access/access.ts';
import { dayMs } from '#shared/days.ts';
import { errorResponses, errorSchemas, getErrorResponses } from './openapi-errors.ts';
import { exampleOf } from './openapi-examples.ts';
import { queryFields } from './register.ts';
import { isCustomSchema, isDateSchema, type Schema } from './schemas.ts';
import { type ProcedureInfo, procedureInfo, type Route, type RouteOptions } from './table.ts';
import { answerName, toCamelCase, codeToWire, requestName, secondAnswerName, secondRequestName } from './wire-names.ts';

type Json = Record<string, unknown>;
type ObjectSchema = Json & { properties?: Record<string, Json>; required?: string[] };

const keyDays = keyLifetimeMs / dayMs;

/** The introduction of the OpenAPI page (`docs/product/rest.md`). */
const apiDescription = `The Haulboard API for integrations and existing clients.

**Signing in.** Call \`POST /auth/login\`, then send its \`accessToken\` in the header \`Authorization: Bearer …\`. Get a new token from
\`POST /auth/refresh\` before it expires.

**Requests** are JSON. Field names can be in snake_case or camelCase, and unknown fields are ignored. Send files as
\`multipart/form-data\`. PATCH requests accept either format. Query parameters work only for the calls that list them.

**Responses** have the format \`{"data": …}\`. Lists add \`"pagination": {"offset", "limit", "total"}\`. Dates are in ISO 8601 and UTC,
amounts are in US dollars, and a missing text is null.

**Errors** have the format \`{"errors": [{"message", "code", "field"?, "detail"?}], "message"}\`. If an object doesn’t exist or belongs
to another company, the status is 404.

**Idempotency.** Calls that move money require the header \`Idempotency-Key\` with a value of your choice, such as a UUID. Use a new
value for each payment or refund. For ${keyDays} days, repeating a request with the same key returns the first response again, with the
header \`Idempotent-Replayed: true\`. A different request with the same key returns 422 (\`idempotency_key_reused\`), and a request
that is sent while the first one is still running returns 409 (\`idempotency_key_in_use\`). If you get no response or a status of 500
or above, send the same request again with the same key.

**Searches** take \`{"filters": {"and": [{"field", "operator", "value"}]}, "orders": [{"field", "direction"}]}\`. The operators are equals,
ilike (contains), not_ilike, greater_than, less_than, between and in. Use \`or\` instead of \`and\` to match any condition, and nest
groups up to 3 levels deep.

**Rate limits.** Too many requests return 429. The header \`Retry-After\` has the number of seconds to wait.`;

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
      description: apiDescription,
    },
    servers: [{ url: server }],
    paths,
    components: { schemas, responses: errorResponses, securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    security: [{ bearer: [] }],
  };
}

const idempotencyKeyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: `Makes a retry safe: the same request with the same key gets the first answer for ${keyDays} days. Scoped to the company.`,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function operation(route: Route, schemas: Json): Json {
  const { method, path, procedure, options } = route;
  const info = procedureInfo(procedure);
  const input = jsonSchema(info.input, { io: 'input', keepCase: false, schemas });
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const pathFields = names.map((name) => requestName(options.params?.[name] ?? toCamelCase(name)));
  const remainingFields = Object.entries(input.properties ?? {}).filter(([key]) => !pathFields.includes(key));
  const required = (input.required ?? []).filter((key) => !pathFields.includes(key));
  const queryNames = queryFields(route).map(requestName);
  const queryProperties = remainingFields.filter(([name]) => queryNames.includes(name));
  const bodyFields = remainingFields.filter((field) => !queryProperties.includes(field));
  const answerOf = (output: ProcedureInfo['output']) =>
    answerSchema(withConstants(jsonSchema(output, { io: 'output', keepCase: options.isCamelCase ?? false, schemas }), options));
  const driverInfo = options.driverProcedure ? procedureInfo(options.driverProcedure) : null;
  const answer = driverInfo ? unionOf(answerOf(info.output), answerOf(driverInfo.output)) : answerOf(info.output);
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^A-Za-z0-9]+/g, '_')}`,
    summary: toHeading(procedure),
    ...(options.deprecated ? { deprecated: true } : {}),
    tags: [options.tag ?? procedure.split('.')[0]],
    ...(info.access === 'public' ? { security: [] } : {}),
    description: driverInfo ? `${allowedCallers(info.access)} Drivers get the second answer.` : allowedCallers(info.access),
    parameters: [
      ...names.map((name, index) => ({
        name,
        in: 'path',
        required: true,
        schema: input.properties?.[pathFields[index] ?? ''] ?? { type: 'string' },
      })),
      ...queryProperties.map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema })),
      ...(options.takesIdempotencyKey ? [idempotencyKeyParameter] : []),
    ],
    ...(bodyFields.length ? { requestBody: requestBody(bodyFields, required, { route, schemas }) } : {}),
    responses: {
      [options.status ?? 200]: {
        description: 'OK',
        content: options.download ? contentByDownload[options.download] : { 'application/json': withExample(answer, schemas) },
      },
      ...getErrorResponses(route, info, Boolean(info.input)),
    },
  };
}

const withExample = (schema: Json, schemas: Json) => ({ schema, example: exampleOf(schema, schemas) });

/** Makes a heading from a procedure's name. For example, `company.resendVerification` becomes "Resend verification". */
function toHeading(procedure: string): string {
  const phrase = (procedure.split('.').pop() ?? '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return phrase.charAt(0).toUpperCase() + phrase.slice(1);
}

function allowedCallers(access: ProcedureInfo['access']): string {
  if (access === 'public') return 'Open to anyone.';
  if (access === 'signed-in') return 'For anyone who is signed in.';
  return `For the roles ${capabilities[access].map((role) => `\`${role}\``).join(', ')}.`;
}

const contentByDownload = {
  zip: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
  csv: { 'text/csv': { schema: { type: 'string' } } },
  pdf: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
  file: { '*/*': { schema: { type: 'string', format: 'binary' } } },
};

type BodyContext = { route: Route; schemas: Json };

function requestBody(properties: [string, Json][], requiredNames: string[], { route, schemas }: BodyContext): Json {
  const required = requiredNames.filter((name) => properties.some(([key]) => key === name));
  const schema = { type: 'object', properties: Object.fromEntries(properties), ...(required.length ? { required } : {}) };
  if (route.options.upload) return { required: required.length > 0, content: { 'multipart/form-data': { schema } } };
  const form = route.method === 'PATCH' ? { 'multipart/form-data': { schema } } : {};
  return { required: required.length > 0, content: { 'application/json': withExample(schema, schemas), ...form } };
}

/** Combines the two possible answers of a call, which differ only in `data`. */
function unionOf(one: ObjectSchema, other: ObjectSchema): ObjectSchema {
  return { ...one, properties: { ...one.properties, data: { anyOf: [one.properties?.['data'], other.properties?.['data']] } } };
}

function answerSchema(output: ObjectSchema): ObjectSchema {
  const { items, pagination } = output.properties ?? {};
  if (items && pagination) return { type: 'object', required: ['data', 'pagination'], properties: { data: items, pagination } };
  return { type: 'object', required: ['data'], properties: { data: output } };
}

function withConstants(output: ObjectSchema, { constants = {} }: RouteOptions): ObjectSchema {
  const properties = Object.entries(constants).map(([key, value]) => [key, { type: typeof value, const: value }]);
  if (properties.length === 0) return output;
  return {
    ...output,
    properties: { ...output.properties, ...Object.fromEntries(properties) },
    required: [...(output.required ?? []), ...Object.keys(constants)],
  };
}

type SchemaOptions = { io: 'input' | 'output'; keepCase: boolean; schemas: Json };

/** Converts a Zod schema to JSON Schema. Schemas that it refers to are added to the document's components. */
function jsonSchema(schema: Schema | undefined, { io, keepCase, schemas }: SchemaOptions): ObjectSchema {
  if (!schema) return { type: 'object', properties: {} };
  const nameOf = io === 'input' ? requestName : answerName;
  const secondNameOf = io === 'input' ? secondRequestName : secondAnswerName;
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
        node.properties = Object.fromEntries(
          Object.entries(node.properties).flatMap(([key, value]) => {
            const secondName = secondNameOf(key);
            return [nameOf(key), ...(secondName ? [secondName] : [])].map((name) => [name, value]);
          }),
        );
      if (node.required && !keepCase) node.required = node.required.map(nameOf);
    },
  });
  const { $defs, ...json } = JSON.parse(
    JSON.stringify(jsonSchema).replaceAll('"#/$defs/', '"#/components/schemas/'),
  ) as ObjectSchema;
  Object.assign(schemas, $defs);
  return json;
}
