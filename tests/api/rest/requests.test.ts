import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queryFields } from '#server/rest/register.ts';
import { routes } from '#server/rest/routes.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { makePeople, type People, raw } from './wire.ts';

/** The facade's own answers, whatever the request asks for (`docs/product/rest.md#requests`). */
let t: TestApp;
let people: People;
beforeAll(async () => {
  t = await startTestApp();
  people = await makePeople(t);
});
afterAll(() => t.close());

const json = 'application/json';
const error = (code: string) => ({ message: expect.any(String), errors: [{ message: expect.any(String), code }] });

describe('bodies', () => {
  test.each(['{"text": ', 'nonsense', '{"a":1}}', '"text"', '[]', '7', 'null', '{"__proto__": {"text": "x"}}'])(
    'malformed: %s',
    async (payload) => {
      const { status, body } = await raw(t, 'POST', '/companies/tag', { token: people.tokens.owner, type: json, payload });
      expect({ status, body }).toMatchObject({ status: 400, body: error('malformed') });
      expect(body.message).toBe(body.errors?.[0]?.message);
    },
  );

  test('bytes that are no text', async () => {
    const payload = Buffer.concat([Buffer.from('{"text":"'), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from('"}')]);
    const { status, body } = await raw(t, 'POST', '/companies/tag', { token: people.tokens.owner, type: json, payload });
    expect({ status, body }).toMatchObject({ status: 400, body: error('malformed') });
  });

  test.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
    'another media type than JSON: "%s"',
    async (type) => {
      const payload = '--x\r\ncontent-disposition: form-data; name="text"\r\n\r\nlocal\r\n--x--\r\n';
      const options = { token: people.tokens.owner, payload, ...(type ? { type } : {}) };
      const { status, body } = await raw(t, 'POST', '/companies/tag', options);
      expect({ status, body }).toMatchObject({ status: 415, body: error('wrong_media_type') });
    },
  );

  test('JSON where a file is wanted', async () => {
    const options = { token: people.tokens.owner, type: json, payload: '{"file": "x"}' };
    expect(await raw(t, 'POST', '/companies/logo', options)).toMatchObject({ status: 415, body: error('wrong_media_type') });
  });

  test('up to 2 MiB', async () => {
    const token = people.tokens.owner;
    const ofSize = (bytes: number) => `{"text":"big","x":"${'x'.repeat(bytes - 21)}"}`;
    const fits = await raw(t, 'POST', '/companies/tag', { token, type: json, payload: ofSize(2 * 1024 * 1024) });
    expect(fits.status).toBe(201);
    const over = await raw(t, 'POST', '/companies/tag', { token, type: json, payload: ofSize(2 * 1024 * 1024 + 1) });
    expect(over).toMatchObject({ status: 413, body: error('too_large') });
  });

  test('a JSON content type with nothing in it is no body', async () => {
    const token = people.tokens.owner;
    expect((await raw(t, 'POST', '/jobs/search', { token, type: json, payload: '' })).status).toBe(200);
    expect((await raw(t, 'POST', '/jobs/search', { token })).status).toBe(200);
    for (const payload of ['{"filters":{}}', '{"filters":null}', '{"filters":{"and":[]}}', '{"filters":[],"orders":[]}'])
      expect((await raw(t, 'POST', '/jobs/search', { token, type: json, payload })).status, payload).toBe(200);
    expect((await raw(t, 'POST', '/jobs/search', { token, type: `${json}; charset=utf-8`, payload: '{}' })).status).toBe(200);
  });

  test('unknown fields are dropped', async () => {
    const payload = '{"text":"Unknown","color":"red","job_id":"x","id":7}';
    const { status, body } = await raw(t, 'POST', '/companies/tag', { token: people.tokens.owner, type: json, payload });
    expect({ status, body }).toEqual({ status: 201, body: { data: { id: expect.any(String), text: 'Unknown' } } });
  });
});

describe('query parameters', () => {
  test('a call that changes something reads none: no password in an address signs in', async () => {
    const queryString = '?email=dana@test.example&password=Secret%231&first_name=Query&refresh_token=x';
    const empty = await raw(t, 'POST', '/auth/login');
    expect(empty.status).toBe(422);
    expect(await raw(t, 'POST', `/auth/login${queryString}`)).toEqual(empty);
    const token = people.tokens.owner;
    const changed = await t.callRest('PATCH', `/user${queryString}`, { token, body: {} });
    expect(changed.body.data).not.toMatchObject({ firstName: 'Query' });
    expect((await t.callRest('GET', '/user', { token })).body.data).not.toMatchObject({ firstName: 'Query' });
  });

  test('only the calls that the contract or our documents print with some take them, and only those', () => {
    const taking = routes.filter((route) => route.method !== 'GET' && queryFields(route).length > 0);
    const named = taking.map((route) => [`${route.method} ${route.path}`, queryFields(route).toSorted().join()] as const);
    const withOtherParameters = named.filter(([, fields]) => fields !== 'limit,offset');
    expect(Object.fromEntries(withOtherParameters)).toEqual({
      'POST /auth/login/impersonate': 'userId',
      'POST /jobs/search': 'companyId,limit,offset,query',
      'DELETE /jobs/:id/tag': 'id',
      'DELETE /member/applications/:id': 'reason',
    });
  });
});

describe('refusals', () => {
  test('no token, and tokens that are none', async () => {
    for (const token of [undefined, 'x', 'a.b.c', '\u00e4']) {
      const answer = await raw(t, 'GET', '/jobs', token ? { token } : {});
      expect(answer).toMatchObject({ status: 401, body: error('unauthenticated') });
    }
  });

  test('a wrong role, and what is not there or not yours', async () => {
    expect(await raw(t, 'GET', '/jobs', { token: people.tokens.driver })).toMatchObject({
      status: 403,
      body: error('forbidden'),
    });
    const missing = '00000000-0000-4000-8000-000000000000';
    const answers = await Promise.all(
      [people.job.id, missing, 'no-id', '1', 'x'.repeat(400)].map((id) =>
        raw(t, 'GET', `/jobs/${id}`, { token: people.tokens.stranger }),
      ),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 404, body: error('not_found') });
  });

  test('a path or method that does not exist', async () => {
    expect(await raw(t, 'GET', '/nothing/here')).toMatchObject({ status: 404, body: error('not_found') });
    expect(await raw(t, 'DELETE', '/jobs', { token: people.tokens.owner })).toMatchObject({
      status: 404,
      body: error('not_found'),
    });
    expect(await raw(t, 'GET', `/jobs/${'x'.repeat(2000)}`)).toMatchObject({ status: 404, body: error('not_found') });
    expect(await raw(t, 'GET', '/jobs/%E0%A4%A')).toMatchObject({ status: 400, body: error('malformed') });
  });

  test('a field has one error, however many rules fail', async () => {
    const { status, body } = await t.callRest('POST', '/auth/signup', { body: { email: '', password: 'a' } });
    expect(status).toBe(422);
    const messages = (body.errors ?? []).map(({ field, message }) => `${field}: ${message}`);
    expect(messages).toContain('email: This is required — you’ll need to enter an email.');
    expect(messages).toContain('password: At least 1 number,1 symbol (@$!#%*?&) and 1 uppercase letter');
    expect(messages).toEqual([...new Set(messages)]);
  });

  test('a field that is wrong is named in snake_case, every one of them', async () => {
    const { status, body } = await raw(t, 'POST', '/auth/signup', { type: json, payload: '{"firstName":"D","phone":"12"}' });
    expect(status).toBe(422);
    const fields = body.errors?.map(({ field }) => field);
    expect(fields).toEqual(expect.arrayContaining(['first_name', 'last_name', 'email', 'password', 'phone']));
    expect(body.errors?.every(({ code }) => code === 'invalid')).toBe(true);
    expect(body.message).toBe(body.errors?.[0]?.message);
  });
});

describe('pages', () => {
  const paged = [
    ['GET', '/jobs', 'owner', 10],
    ['POST', '/jobs/search', 'owner', 10],
    ['GET', '/employees', 'owner', 10],
    ['POST', '/companies/search', 'admin', 50],
    ['GET', '/payment/company/invoice', 'owner', 10],
    ['GET', '/payment/company/history', 'owner', 10],
    ['GET', '/public/jobs', 'driver', 10],
    ['GET', '/member/applications', 'driver', 10],
  ] as const;

  test.each(paged)('%s %s', async (method, path, who, limit) => {
    const call = (query: string) => raw(t, method, `${path}${query}`, { token: people.tokens[who] });
    expect(await call('')).toMatchObject({
      status: 200,
      body: { data: expect.any(Array), pagination: { offset: 0, limit, total: expect.any(Number) } },
    });
    expect((await call('?offset=3&limit=100')).body).toMatchObject({ pagination: { offset: 3, limit: 100 } });
    const wrong = ['limit=0', 'limit=101', 'limit=-1', 'limit=x', 'limit=1.5', 'offset=-1', 'offset=x', 'offset=1e400'];
    for (const query of [...wrong, 'limit=1&limit=2', 'offset[a]=1&offset=1&offset=2']) {
      const field = query.startsWith('limit') ? 'limit' : 'offset';
      expect(await call(`?${query}`), `${query}`).toMatchObject({ status: 422, body: { errors: [{ code: 'invalid', field }] } });
    }
    for (const offset of [10_000, 2_147_483_648, 9_007_199_254_740_000])
      expect(await call(`?offset=${offset}&limit=100`), `${offset}`).toMatchObject({ status: 200, body: { data: [] } });
  });

  test('paging parameters can also be in the body', async () => {
    const options = { token: people.tokens.owner, type: json, payload: '{"offset":1,"limit":5}' };
    expect((await raw(t, 'POST', '/jobs/search', options)).body).toMatchObject({ pagination: { offset: 1, limit: 5, total: 1 } });
  });
});
