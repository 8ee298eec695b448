import fc, { type Arbitrary } from 'fast-check';

/** Random requests from the document's own schemas, and some that no schema allows. */
export type Operation = { method: string; path: string; body: Json | undefined; isForm: boolean; parameters: Parameter[] };
export type Parameter = { name: string; in: string; schema: Json };
export type FuzzRequest = {
  operation: Operation;
  who: CallerName;
  path: string;
  type: string | undefined;
  payload: Buffer | undefined;
};
type CallerName = 'owner' | 'stranger' | 'admin' | 'driver' | 'anonymous';
type Json = { [key: string]: unknown };
type Document = { paths: Record<string, Record<string, RawOperation>>; components: { schemas: Record<string, Json> } };
type RawOperation = { parameters: Parameter[]; requestBody?: { content: Record<string, { schema: Json }> } };

/** A call that ends the caller's account or session would make the following calls meaningless. */
const ends = /\/auth\/logout|\/member$|\/auth\/change-password|\/users\/\{id\}/;

export function operationsOf(document: Document): Operation[] {
  return Object.entries(document.paths)
    .filter(([path]) => !ends.test(path))
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, { parameters, requestBody }]) => {
        const [type = '', media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
        return { method: method.toUpperCase(), path, body: media?.schema, isForm: type.startsWith('multipart'), parameters };
      }),
    );
}

/** Based on the list of naughty strings: texts that have broken parsers, columns, clocks and pages before. */
const hostileStrings = [
  '',
  ' ',
  '\t\n',
  'undefined',
  'null',
  'NaN',
  'true',
  '0',
  '-1',
  '1e999',
  '0x10',
  '00000000-0000-0000-0000-000000000000',
  '\u0000',
  'a\u0000b',
  '\ud83d',
  '\udc00x',
  '\u202egnp.exe',
  '\ufeff',
  '\u200b',
  'Ω≈ç√∫',
  '田中さん',
  '👩‍👩‍👧‍👦',
  'ß'.repeat(70),
  "'; drop table jobs; --",
  '" or 1=1 --',
  '%_\\',
  '\\',
  '$1',
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  "<img src=x onerror='a'>",
  '../../etc/passwd',
  '..%2f..%2f',
  'file:///etc/passwd',
  'http://169.254.169.254/',
  'javascript:alert(1)',
  '//evil.example',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '=1+1',
  '@SUM(A1)',
  '(((((((((((((((((((((((((((((((((a',
  '0000-00-00',
  '2026-02-30',
  '9999-12-31T23:59:60Z',
  '-000001-01-01',
  '+275760-09-13T00:00:00.000Z',
  '1e9',
  '٠١٢',
  '１２',
  'x'.repeat(5000),
  'ﷺ'.repeat(500),
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!',
  '\r\nset-cookie: a=b',
  'a@b',
  '@',
  '.',
];

const numbers = [0, -0, -1, 1, 0.1, 1e21, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 63, Number.MIN_VALUE];

const anything: Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown>(...hostileStrings) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...numbers) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { and: [] }, { detail: { detail: [] } }),
  },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
);

/** Values that the schema accepts, and sometimes one that it does not. */
export function fromSchema(schema: Json, schemas: Record<string, Json>, ids: readonly string[], depth = 0): Arbitrary<unknown> {
  const inner = (part: Json) => fromSchema(part, schemas, ids, depth + 1);
  const referred = typeof schema['$ref'] === 'string' ? schemas[schema['$ref'].split('/').pop() ?? ''] : undefined;
  if (depth > 6) return fc.constantFrom(null, {}, []);
  if (referred) return inner(referred);
  const options = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
  if (options) return fc.oneof(...options.map(inner));
  if ('const' in schema) return usually(fc.constant(schema['const']));
  if (Array.isArray(schema['enum'])) return usually(fc.constantFrom<unknown>(...(schema['enum'] as unknown[])));
  const type = Array.isArray(schema['type']) ? fc.constantFrom(...(schema['type'] as string[])) : fc.constant(schema['type']);
  return usually(type.chain((kind) => ofType(kind as string | undefined, schema, inner, ids)));
}

const usually = (arbitrary: Arbitrary<unknown>) => fc.oneof({ weight: 9, arbitrary }, { weight: 1, arbitrary: anything });

function ofType(type: string | undefined, schema: Json, inner: (part: Json) => Arbitrary<unknown>, ids: readonly string[]) {
  if (type === 'object' || schema['properties']) {
    const fields = Object.entries((schema['properties'] ?? {}) as Record<string, Json>);
    const required = (schema['required'] ?? []) as string[];
    const record = Object.fromEntries(fields.map(([name, part]) => [name, inner(part)]));
    return fc.record(record, { requiredKeys: required.filter((name) => name in record) });
  }
  if (type === 'array') return fc.array(inner((schema['items'] ?? {}) as Json), { maxLength: 4 });
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'integer') return fc.oneof(fc.integer({ min: 0, max: 200 }), fc.constantFrom(...numbers));
  if (type === 'number') return fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(...numbers));
  if (type === 'string') return textOf(schema, ids);
  return anything;
}

function textOf({ format }: Json, ids: readonly string[]): Arbitrary<string> {
  const own = fc.constantFrom(
    'Dry van, regional',
    'Omaha',
    'NE',
    '68102',
    '4025550142',
    'dana@wire.example',
    'Long-Haul#2026',
    '2026-03-02',
  );
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  return fc.oneof(
    own,
    fc.constantFrom(...ids),
    fc.constantFrom(...hostileStrings),
    fc.string({ unit: 'grapheme', maxLength: 80 }),
  );
}

type Sources = { operations: Operation[]; schemas: Record<string, Json>; ids: readonly string[] };

/** One request to any operation, as any caller, with a valid, altered, broken or non-JSON body. */
export function attacks({ operations, schemas, ids }: Sources): Arbitrary<FuzzRequest> {
  return fc.constantFrom(...operations).chain((operation) =>
    fc.record({
      operation: fc.constant(operation),
      who: fc.constantFrom<CallerName>('owner', 'owner', 'admin', 'admin', 'driver', 'stranger', 'anonymous'),
      path: addressOf(operation, schemas, ids),
      type: typeOf(operation),
      payload: operation.method === 'GET' ? fc.constant(undefined) : payloadOf(operation, schemas, ids),
    }),
  );
}

const typeOf = ({ method, isForm }: Operation): Arbitrary<string | undefined> =>
  method === 'GET'
    ? fc.constant(undefined)
    : fc.oneof(
        { weight: 9, arbitrary: fc.constant(isForm ? 'multipart/form-data; boundary=b' : 'application/json') },
        {
          weight: 1,
          arbitrary: fc.constantFrom('text/plain', 'application/json; charset=utf-16', 'multipart/form-data', 'x', undefined),
        },
      );

function addressOf({ path, parameters }: Operation, schemas: Sources['schemas'], ids: readonly string[]): Arbitrary<string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const segment = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...ids) },
    {
      weight: 1,
      arbitrary: fc
        .oneof(fc.constantFrom(...hostileStrings.filter(Boolean)), fc.string({ unit: 'binary', minLength: 1 }))
        .map(encoded),
    },
    { weight: 1, arbitrary: fc.constantFrom('%00', '%ff%fe', '%ed%a0%80', '%', '%zz', '..%2f', '%2e%2e') },
  );
  const inQuery = parameters.filter((one) => one.in === 'query');
  const query = fc.record(
    Object.fromEntries(inQuery.map(({ name, schema }) => [name, fc.oneof(fromSchema(schema, schemas, ids), anything)])),
    { requiredKeys: [] },
  );
  return fc.tuple(fc.array(segment, { minLength: names.length, maxLength: names.length }), query).map(([segments, given]) => {
    const filled = names.reduce((text, name, n) => text.replace(`{${name}}`, () => segments[n] ?? 'x'), path);
    const pairs = Object.entries(given).map(
      ([name, value]) => `${name}=${encoded(typeof value === 'string' ? value : JSON.stringify(value))}`,
    );
    return pairs.length ? `${filled}?${pairs.join('&')}` : filled;
  });
}

const encoded = (text: string) => encodeURIComponent(text.toWellFormed()).slice(0, 3000);

function payloadOf(operation: Operation, schemas: Sources['schemas'], ids: readonly string[]): Arbitrary<Buffer | undefined> {
  const validBody = operation.body ? fromSchema(operation.body, schemas, ids) : fc.constant({});
  const text = validBody.map((value) => JSON.stringify(value) ?? 'null');
  const bytes = (arbitrary: Arbitrary<string>) => arbitrary.map((value) => Buffer.from(value));
  const names = Object.keys(operation.body?.['properties'] ?? { x: 0 });
  const name = fc.constantFrom(...(names.length ? names : ['x']));
  if (operation.isForm) return formOf(validBody);
  return fc.oneof(
    { weight: 60, arbitrary: bytes(text) },
    {
      weight: 10,
      arbitrary: bytes(fc.record({ name, value: anything }).map(({ name: key, value }) => JSON.stringify({ [key]: value }))),
    },
    { weight: 5, arbitrary: bytes(name.map((key) => `{"${key}":1,"${key}":"two","${key}":[3]}`)) },
    {
      weight: 5,
      arbitrary: bytes(
        fc
          .tuple(name, fc.constantFrom(10, 100, 5000, 50_000))
          .map(([key, depth]) => `{"${key}":${'['.repeat(depth)}${']'.repeat(depth)}}`),
      ),
    },
    { weight: 3, arbitrary: bytes(name.map((key) => `{"${key}":"${'x'.repeat(300_000)}"}`)) },
    { weight: 3, arbitrary: bytes(name.map((key) => `{"${key}":[${'0,'.repeat(50_000)}0]}`)) },
    {
      weight: 5,
      arbitrary: name.map((key) =>
        Buffer.concat([Buffer.from(`{"${key}":"`), Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0xed, 0xa0, 0x80]), Buffer.from('"}')]),
      ),
    },
    { weight: 5, arbitrary: fc.tuple(text, fc.nat()).map(([whole, at]) => Buffer.from(whole.slice(0, at % (whole.length + 1)))) },
    { weight: 3, arbitrary: fc.uint8Array({ maxLength: 64 }).map((raw) => Buffer.from(raw)) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

/** A form with the schema's fields and a file that is not what it claims to be. */
function formOf(validBody: Arbitrary<unknown>): Arbitrary<Buffer> {
  const file = fc.constantFrom('\u0089PNG\r\n\u001a\n', 'GIF89a<script>', '<svg onload=alert(1)>', '', 'ftypmp42', '%PDF-1.7');
  return fc
    .record({ good: validBody, file, isWhole: fc.boolean(), field: fc.constantFrom('file', 'image', 'x') })
    .map((given) => {
      const fields = Object.entries(given.good ?? {}).map(
        ([name, value]) =>
          `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${typeof value === 'string' ? value : JSON.stringify(value)}\r\n`,
      );
      const part = `--b\r\ncontent-disposition: form-data; name="${given.field}"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n${given.file}\r\n`;
      return Buffer.from(`${fields.join('')}${part}${given.isWhole ? '--b--\r\n' : ''}`, 'latin1');
    });
}
