import { z } from 'zod';
import type { $ZodType } from 'zod/v4/core';
import { camel, snake } from './case.ts';
import { procedureFacts } from './procedures.ts';
import type { Route } from './table.ts';

type Json = Record<string, unknown>;
type ObjectSchema = Json & { properties?: Record<string, Json>; required?: string[] };

const errorSchema = {
  type: 'object',
  required: ['errors', 'message'],
  properties: {
    message: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['message', 'code'],
        properties: {
          message: { type: 'string' },
          code: { type: 'string' },
          field: { type: 'string' },
          detail: { type: 'string' },
        },
      },
    },
  },
};

/** The OpenAPI 3.1 document of the same table and schemas that answer the calls. */
export function openApi(
  routes: readonly Route[],
  { prefix, server, version }: { prefix: string; server: string; version: string },
): Json {
  const paths: Record<string, Json> = {};
  const schemas: Json = { Errors: errorSchema };
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
      description: 'The REST facade for legacy clients: bodies in snake_case or camelCase, answers under `data`.',
    },
    servers: [{ url: server }],
    paths,
    components: { schemas, securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    security: [{ bearer: [] }],
  };
}

/** What a search says in its body; its paging and the like stand in the query (`rest: Conventions`). */
const searchBody = new Set(['filters', 'orders', 'statistics']);

function operation(route: Route, schemas: Json): Json {
  const { method, path, procedure, options } = route;
  const facts = procedureFacts(procedure);
  const input = jsonSchema(facts.input, { io: 'input', keepCase: false, schemas });
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const taken = names.map((name) => snake(options.params?.[name] ?? camel(name)));
  const left = Object.entries(input.properties ?? {}).filter(([key]) => !taken.includes(key));
  const required = (input.required ?? []).filter((key) => !taken.includes(key));
  const isRead = method === 'GET' || method === 'DELETE';
  const isSearch = facts.type === 'query' && !isRead;
  const inQuery = left.filter(([name]) => (isRead || isSearch) && !searchBody.has(name));
  const inBody = isRead ? [] : left.filter((field) => !inQuery.includes(field));
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^A-Za-z0-9]+/g, '_')}`,
    summary: procedure,
    tags: [options.tag ?? procedure.split('.')[0]],
    ...(facts.access === 'public' ? { security: [] } : { description: `Who: ${facts.access}` }),
    parameters: [
      ...names.map((name, index) => ({
        name,
        in: 'path',
        required: true,
        schema: input.properties?.[taken[index] ?? ''] ?? { type: 'string' },
      })),
      ...inQuery.map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema })),
    ],
    ...(inBody.length ? { requestBody: requestBody(inBody, required, options.upload) } : {}),
    responses: {
      [options.status ?? 200]: {
        description: 'OK',
        content: options.download
          ? files[options.download]
          : {
              'application/json': {
                schema: answerSchema(jsonSchema(facts.output, { io: 'output', keepCase: options.camel ?? false, schemas })),
              },
            },
      },
      default: { description: 'Error', content: { 'application/json': { schema: { $ref: '#/components/schemas/Errors' } } } },
    },
  };
}

const files = {
  csv: { 'text/csv': { schema: { type: 'string' } } },
  pdf: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
};

function requestBody(properties: [string, Json][], wanted: string[], upload: string | undefined): Json {
  const required = wanted.filter((name) => properties.some(([key]) => key === name));
  const schema = { type: 'object', properties: Object.fromEntries(properties), ...(required.length ? { required } : {}) };
  return { required: required.length > 0, content: { [upload ? 'multipart/form-data' : 'application/json']: { schema } } };
}

function answerSchema(output: ObjectSchema): Json {
  const { items, pagination } = output.properties ?? {};
  if (items && pagination) return { type: 'object', required: ['data', 'pagination'], properties: { data: items, pagination } };
  return { type: 'object', required: ['data'], properties: { data: output } };
}

type Side = { io: 'input' | 'output'; keepCase: boolean; schemas: Json };

/** The schema as JSON; what it refers to moves to the document's own schemas. */
function jsonSchema(schema: $ZodType | undefined, { io, keepCase, schemas }: Side): ObjectSchema {
  if (!schema) return { type: 'object', properties: {} };
  const { $schema: _dialect, ...made } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ zodSchema, jsonSchema: node }) => {
      const kind = zodSchema._zod.def.type;
      if (kind === 'date') Object.assign(node, { type: 'string', format: 'date-time' });
      if (kind === 'custom') Object.assign(node, { type: 'string', format: 'binary' });
      if (node.properties && !keepCase)
        node.properties = Object.fromEntries(Object.entries(node.properties).map(([key, value]) => [snake(key), value]));
      if (node.required && !keepCase) node.required = node.required.map(snake);
    },
  });
  const { $defs, ...json } = JSON.parse(JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/')) as ObjectSchema;
  Object.assign(schemas, $defs);
  return json;
}
