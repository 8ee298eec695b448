import { createHash } from 'node:crypto';
import { validate } from '@scalar/openapi-parser';
import formats from 'ajv-formats';
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#server/rest/routes.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { keysOf } from './wire.ts';

/** The OpenAPI document and its page (`docs/product/rest.md`). */
let t: TestApp;
let document: Document;
beforeAll(async () => {
  t = await startTestApp();
  document = (await t.app.inject({ url: '/api/1.0/openapi.json' })).json<Document>();
});
afterAll(() => t.close());

const addFormats = formats.default;

type Media = { schema: { properties: Record<string, object> }; example?: unknown };
type Operation = {
  operationId: string;
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content: Record<string, Media> }>;
};
type Document = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: object; responses: Record<string, { content: { 'application/json': Media } }> };
};

const operations = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, path, method, operation })),
  );

test('it is valid OpenAPI 3.1', async () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  const { valid, errors } = await validate(document);
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
});

test('it spells names and codes as the wire does', () => {
  const text = JSON.stringify(document);
  for (const name of ['secret_token', 'jobs_post_token', 'job_matching', 'card_token']) expect(text).toContain(`"${name}"`);
  for (const name of ['order_token', 'match_score']) expect(text).not.toContain(name);
  expect(text).toContain('["CELERO","CONTRACT"]');
  expect(text).not.toContain('["card","invoice"]');
});

test('its operations are those of the table, each under an id of its own', () => {
  const table = routes.map(({ method, path }) => `${method} /api/1.0${path.replace(/:(\w+)/g, '{$1}')}`);
  expect(
    operations()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(table.sort());
  const ids = operations().map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test('every path parameter is declared, every answer has its data, every failure its errors', () => {
  for (const { name, path, operation } of operations()) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key);
    const declared = operation.parameters.filter((one) => one.in === 'path' && one.required).map((one) => one.name);
    expect(declared, `${name}`).toEqual(inPath);
    const [status = ''] = Object.keys(operation.responses);
    expect(['200', '201'], `${name}`).toContain(status);
    const content = operation.responses[status]?.content;
    const file = routes.find(
      (route) => route.options.download && name === `${route.method} /api/1.0${route.path.replace(/:(\w+)/g, '{$1}')}`,
    )?.options.download;
    const typeOfFile = { csv: 'text/csv', pdf: 'application/pdf', zip: 'application/zip', file: '*/*' };
    if (file) expect(Object.keys(content ?? {}), name).toEqual([typeOfFile[file]]);
    else expect(content?.['application/json']?.schema.properties, name).toHaveProperty('data');
    expect(Object.keys(operation.responses), name).toEqual(expect.arrayContaining(['429', '500']));
  }
});

/** Every schema of the document under the URL by which the others refer to it. */
function checker() {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema({ $id: 'http://doc.example/', components: { schemas: document.components.schemas } });
  return (schema: object, value: unknown) => {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"http://doc.example/#/components');
    const check = ajv.compile(JSON.parse(text) as object);
    return check(value) ? [] : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}

test('every request, answer and error has an example that its schema takes', () => {
  const findErrors = checker();
  const wrong: Record<string, string[]> = {};
  for (const { name, operation } of operations()) {
    const [status = ''] = Object.keys(operation.responses);
    for (const media of [
      operation.requestBody?.content['application/json'],
      operation.responses[status]?.content['application/json'],
    ]) {
      if (!media) continue;
      expect(media, name).toHaveProperty('example');
      const errors = findErrors(media.schema, media.example);
      if (errors.length) wrong[name] = errors;
    }
  }
  expect(wrong).toEqual({});
  for (const [name, { content }] of Object.entries(document.components.responses))
    expect(findErrors(content['application/json'].schema, content['application/json'].example), name).toEqual([]);
});

test('it names who may call, what may go wrong, and the old names as old', () => {
  const item = (path: string) => document.paths[`/api/1.0${path}`];
  expect(item('/jobs')?.['post']).toMatchObject({ summary: 'Place order', description: expect.stringContaining('`Employer`') });
  expect(Object.keys(item('/jobs')?.['post']?.responses ?? {})).toEqual(
    expect.arrayContaining(['201', '400', '401', '403', '413', '415', '422', '429']),
  );
  expect(Object.keys(item('/auth/login')?.['post']?.responses ?? {})).not.toContain('403');
  expect(item('/admin/get-admins')?.['get']).toMatchObject({ deprecated: true });
  expect(item('/admin/admins/search')?.['post']).not.toHaveProperty('deprecated');
});

test('paging parameters are also in the query of searches, and uploads are forms', () => {
  const search = document.paths['/api/1.0/jobs/search']?.['post'];
  expect(search?.parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(['offset', 'limit', 'query', 'company_id']));
  expect(Object.keys(search?.requestBody?.content['application/json']?.schema.properties ?? {})).toEqual(
    expect.arrayContaining(['filters', 'orders']),
  );
  const logo = document.paths['/api/1.0/companies/logo']?.['post'];
  expect(keysOf(logo?.requestBody)).toEqual(expect.arrayContaining(['multipart/form-data', 'file', 'crop_left']));
});

test('the readable page takes everything from this machine', async () => {
  const page = await t.app.inject({ url: '/api/docs/' });
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-type']).toContain('text/html');
  const loaded = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = '']) => url);
  expect(loaded.length).toBeGreaterThan(0);
  for (const url of loaded) expect(url).not.toMatch(/^(?:https?:)?\/\//);
  expect(page.body).not.toMatch(/https?:\/\/(?!localhost|127\.0\.0\.1)/);
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("default-src 'self'");
  const [scripts = ''] = /script-src[^;]*/.exec(policy) ?? [];
  expect(scripts).not.toContain('unsafe');
  const inline = [...page.body.matchAll(/<script(?: type="[^"]*")?>([^<]+)<\/script>/g)].map(([, text = '']) => text);
  expect(inline.length).toBeGreaterThan(0);
  for (const text of inline) expect(scripts).toContain(createHash('sha256').update(text).digest('base64'));
  for (const url of loaded) {
    const asset = await t.app.inject({ url: new URL(url, 'http://x/api/docs/').pathname });
    expect(asset.statusCode, `${url}`).toBe(200);
  }
});
