import type { ProcedureInfo, Route } from './table.ts';

type Json = Record<string, unknown>;

const errorSchema = {
  type: 'object',
  required: ['errors', 'message'],
  properties: {
    message: { type: 'string', description: 'The first of the errors, in words for people' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['message', 'code'],
        properties: {
          message: { type: 'string' },
          code: { type: 'string' },
          field: { type: 'string', description: 'The field of the request that is wrong' },
          detail: { type: 'string' },
        },
      },
    },
  },
};

type ErrorExample = {
  name: string;
  description: string;
  error: { message: string; code: string; field?: string; detail?: string };
};

/** The documented errors. Other statuses have the same format (`docs/product/rest.md#errors`). */
const errorExamples: Record<number, ErrorExample> = {
  400: {
    name: 'Malformed',
    description: 'The request body can’t be read',
    error: { message: 'The request body isn’t a JSON object', code: 'malformed' },
  },
  401: {
    name: 'Unauthenticated',
    description: 'The access token is missing or has expired',
    error: { message: 'Sign in to continue', code: 'unauthenticated' },
  },
  403: {
    name: 'Forbidden',
    description: 'The role does not allow this',
    error: { message: 'Your role doesn’t allow this', code: 'forbidden' },
  },
  404: {
    name: 'NotFound',
    description: 'Not found, or not yours; both get the same answer',
    error: { message: 'This was not found', code: 'not_found' },
  },
  409: {
    name: 'Conflict',
    description: 'Not allowed in the current state',
    error: { message: 'You can’t renew this job because it’s closed.', code: 'conflict' },
  },
  413: { name: 'TooLarge', description: 'The body is too large', error: { message: 'The file is too large', code: 'too_large' } },
  415: {
    name: 'WrongMediaType',
    description: 'The body has the wrong content type',
    error: { message: 'Send JSON with the content type application/json', code: 'wrong_media_type' },
  },
  422: {
    name: 'Invalid',
    description: 'One or more fields are invalid; each is named',
    error: { message: 'Needs to be a valid email', code: 'invalid', field: 'email' },
  },
  429: {
    name: 'TooMany',
    description: 'Too many; `Retry-After` says how many seconds to wait',
    error: { message: 'Too many attempts. Try again in 30 seconds.', code: 'too_many' },
  },
  500: {
    name: 'Internal',
    description: 'Server error; `detail` is the id of its log entry',
    error: { message: 'Internal server error', code: 'internal', detail: '0192f0c1-7a5e-7c3a-9f6e-0b8a6f1d2c3b' },
  },
};

const schema = { $ref: '#/components/schemas/Errors' };

export const errorSchemas: Json = { Errors: errorSchema };

export const errorResponses: Json = Object.fromEntries(
  Object.entries(errorExamples).map(([status, { name, description, error }]) => [
    name,
    {
      description,
      ...(status === '429' ? { headers: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds' } } } : {}),
      content: { 'application/json': { schema, example: { errors: [error], message: error.message } } },
    },
  ]),
);

/** The errors of one call. A call without a body cannot be malformed, and a public call cannot be forbidden. */
export function getErrorResponses({ method, path }: Route, { access, type }: ProcedureInfo, hasInput: boolean): Json {
  const hasBody = hasInput && method !== 'GET' && method !== 'DELETE';
  const isPossible: Record<number, boolean> = {
    400: hasBody,
    401: access !== 'public',
    403: access !== 'public',
    404: hasInput && (path.includes(':') || access !== 'public'),
    409: type === 'mutation',
    413: hasBody,
    415: hasBody,
    422: hasInput,
    429: true,
    500: true,
  };
  return Object.fromEntries(
    Object.entries(errorExamples)
      .filter(([status]) => isPossible[Number(status)])
      .map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]),
  );
}
