import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { companies } from '#drizzle/schema/companies.ts';
import { makeUser } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import { withoutUploadKeys } from '#shared/upload-keys.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { makePeople, type People } from './wire.ts';

/** Companies and employees on the wire (`docs/product/companies.md`). */
let t: TestApp;
let people: People;
beforeAll(async () => {
  t = await startTestApp();
  people = await makePeople(t);
});
afterAll(() => t.close());

const fields =
  'id company_name size type billing_type status street1 street2 city state postal_code country coordinates latitude longitude ' +
  'employer_id logo logo_url phone phone_extension email email_to_verify email_verified blocked_users color_template enable_requisite_numbers ' +
  'experienced_driver_filter second_chance_company sales_ref created_at updated_at version';

test('made by an employer: Active, Self-Service, the creator its admin; asked for again, changed', async () => {
  const user = await makeUser(t.services.db, { roles: [roles.companyUser] });
  const token = await t.createToken(user);
  const body = {
    company_name: 'Red Rock Hauling',
    size: '6-10',
    email: 'ap@redrock.example',
    billing_type: 'CELERO',
    type: 2,
    street1: '100 S State St',
    city: 'Salt Lake City',
    state: 'UT',
    postal_code: '84111',
    phone: '+1 435 555 0188',
  };
  const created = await t.callRest('POST', '/companies', { token, body });
  expect(created).toMatchObject({
    status: 201,
    body: {
      data: {
        company_name: 'Red Rock Hauling',
        status: 'Active',
        type: 2,
        billing_type: 'CELERO',
        phone: '4355550188',
        logo: '',
        street2: null,
        employer_id: user.id,
        coordinates: { latitude: expect.any(Number), longitude: expect.any(Number) },
        blocked_users: [],
        created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
      },
    },
  });
  expect(Object.keys(created.body.data).sort()).toEqual(fields.split(' ').sort());
  const { id } = created.body.data as { id: string };
  expect((await t.callRest('GET', '/employer', { token })).body.data).toMatchObject({ company_id: id });
  expect((await t.callRest('GET', '/user', { token })).body.data).toMatchObject({ roles: [roles.companyAdmin] });
  expect((await t.callRest('POST', '/companies', { token, body })).status).toBe(409);

  expect((await t.callRest('GET', `/companies/${id}`, { token })).body.data).toMatchObject({ id, city: 'Salt Lake City' });
  for (const path of ['/companies', `/companies/${id}`])
    expect(await t.callRest('PATCH', path, { token, body: { companyName: 'Red Rock', size: '51-100' } })).toMatchObject({
      status: 200,
      body: { data: { id, company_name: 'Red Rock', size: '51-100', city: 'Salt Lake City' } },
    });
  expect((await t.callRest('PATCH', '/companies', { token, body: { billing_type: 'CONTRACT' } })).status).toBe(403);
  expect(await t.services.db.select().from(companies).where(eq(companies.id, id))).toMatchObject([{ billingType: 'card' }]);
  const company = (await t.callRest('GET', `/companies/${id}`, { token })).body.data as object;
  expect((await t.callRest('PATCH', `/companies/${id}`, { token, body: company })).status).toBe(200);
});

test('errors name the invalid fields', async () => {
  const token = await t.createToken(await makeUser(t.services.db, { roles: [roles.companyUser] }));
  const { status, body } = await t.callRest('POST', '/companies', {
    token,
    body: { size: '7', type: 3, phone: '1', email: 'x' },
  });
  expect(status).toBe(422);
  expect(body.errors.map(({ field }) => field)).toEqual(
    expect.arrayContaining(['company_name', 'size', 'type', 'phone', 'email']),
  );
});

test('another company is not there', async () => {
  const { stranger } = people.tokens;
  const id = people.company.id;
  expect((await t.callRest('GET', `/companies/${id}`, { token: stranger })).status).toBe(404);
  expect((await t.callRest('PATCH', `/companies/${id}`, { token: stranger, body: { size: '1-5' } })).status).toBe(404);
  expect((await t.callRest('GET', `/companies/${id}/employers`, { token: stranger })).status).toBe(404);
});

test('an admin sets the state and the way of paying', async () => {
  const { admin, owner } = people.tokens;
  const path = `/admin/companies/${people.other.id}/status`;
  expect(await t.callRest('PATCH', path, { token: admin, body: { status: 'Inactive' } })).toMatchObject({
    status: 200,
    body: { data: { id: people.other.id, status: 'Inactive' } },
  });
  expect((await t.callRest('PATCH', path, { token: admin, body: { status: 'Gone' } })).status).toBe(422);
  expect((await t.callRest('PATCH', path, { token: owner, body: { status: 'Active' } })).status).toBe(403);
  expect(
    await t.callRest('PATCH', `/companies/${people.other.id}`, { token: admin, body: { billing_type: 'CONTRACT' } }),
  ).toMatchObject({ status: 200, body: { data: { billing_type: 'CONTRACT' } } });
  const stored = await t.services.db.select().from(companies).where(eq(companies.id, people.other.id));
  expect(stored).toMatchObject([{ billingType: 'invoice' }]);
  // Our own codes are not accepted on the wire.
  expect(
    await t.callRest('PATCH', `/companies/${people.other.id}`, { token: admin, body: { billing_type: 'invoice' } }),
  ).toMatchObject({ status: 422, body: { errors: [{ field: 'billing_type' }] } });
});

test('employees, three ways', async () => {
  const { owner, admin } = people.tokens;
  const id = people.company.id;
  for (const [path, token] of [
    ['/employees', owner],
    [`/companies/${id}/employers`, owner],
    [`/admin/companies/${id}/employers`, admin],
  ] as const) {
    const { status, body } = await t.callRest('GET', `${path}?offset=0&limit=5`, { token });
    expect([status, body]).toEqual([
      200,
      {
        data: [
          {
            id: people.owner.id,
            email: people.owner.email,
            company_id: id,
            first_name: 'Dana',
            last_name: 'Whitfield',
            phone: '4025550142',
            phone_extension: null,
            role: roles.companyAdmin,
            active: true,
            invited: false,
            created_at: expect.stringMatching(/Z$/),
            blocked: false,
            version: 1,
          },
        ],
        pagination: { offset: 0, limit: 5, total: 1 },
      },
    ]);
  }
});

test('tags: made, listed, refused twice, deleted', async () => {
  const { owner, stranger } = people.tokens;
  const created = await t.callRest('POST', '/companies/tag', { token: owner, body: { text: 'Hot' } });
  expect(created).toMatchObject({ status: 201, body: { data: { text: 'Hot' } } });
  const { id } = created.body.data as { id: string };
  expect((await t.callRest('GET', '/companies/tags', { token: owner })).body.data).toEqual([{ id, text: 'Hot' }]);
  expect((await t.callRest('POST', '/companies/tag', { token: owner, body: { text: 'hot' } })).status).toBe(409);
  expect((await t.callRest('DELETE', `/companies/tag/${id}`, { token: stranger })).status).toBe(404);
  expect(await t.callRest('DELETE', `/companies/tag/${id}`, { token: owner })).toMatchObject({
    status: 200,
    body: { data: { id } },
  });
  expect((await t.callRest('DELETE', `/companies/tag/${id}`, { token: owner })).status).toBe(404);
});

describe('the logo', () => {
  const boundary = 'wire-boundary';
  const part = (head: string, content: Buffer | string) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]);
  const end = Buffer.from(`--${boundary}--\r\n`);
  const upload = async (parts: Buffer[], token?: string) => {
    const response = await t.app.inject({
      method: 'POST',
      url: '/api/1.0/companies/logo',
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      payload: Buffer.concat(parts),
    });
    return {
      status: response.statusCode,
      ...response.json<{ data: { url: string; file_name: string }; errors: { code: string; field: string }[] }>(),
    };
  };
  const halves = async () => {
    const left = await sharp({ create: { width: 343, height: 266, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer();
    return sharp({ create: { width: 686, height: 266, channels: 3, background: '#0000ff' } })
      .composite([{ input: left, left: 0, top: 0 }])
      .png()
      .toBuffer();
  };

  test('cropped by fields before or after the file, under either name', async () => {
    const { owner } = people.tokens;
    const picture = await halves();
    const crop = [part('name="crop_left"', '343'), part('name="crop_top"', '0'), part('name="crop_width"', '343')];
    for (const parts of [
      [...crop, part('name="file"; filename="a.png"', picture), end],
      [part('name="image"; filename="a.png"', picture), ...crop, end],
    ]) {
      const { status, data } = await upload(parts, owner);
      expect(status).toBe(200);
      expect(Object.keys(data).sort()).toEqual(['file_name', 'url']);
      expect((await t.callRest('GET', `/companies/logo/${data.file_name}`, { token: owner })).body.data).toEqual({
        url: withoutUploadKeys(data.url),
      });
      expect(await t.callRest('PATCH', '/companies', { token: owner, body: { logo: data.file_name } })).toMatchObject({
        status: 200,
        body: { data: { logo: data.file_name } },
      });
      // Public from the moment that the company shows it.
      const stored = await t.app.inject({ url: new URL(data.url, 'http://x').pathname });
      expect(stored.statusCode).toBe(200);
      const { dominant } = await sharp(stored.rawPayload).stats();
      expect(dominant.b).toBeGreaterThan(dominant.r);
    }
    expect((await t.callRest('GET', '/companies/logo/nothing.webp', { token: owner })).status).toBe(404);
  });

  test('refuses other file types, missing files, incomplete forms, large files, and calls without a session', async () => {
    const { owner } = people.tokens;
    const picture = await halves();
    const file = (content: Buffer | string) => [part('name="file"; filename="a.png"', content), end];
    expect(await upload(file('<svg onload="alert(1)"/>'), owner)).toMatchObject({
      status: 415,
      errors: [{ code: 'wrong_media_type' }],
    });
    expect(await upload(file(''), owner)).toMatchObject({ status: 422 });
    expect(await upload([part('name="crop_left"', '1'), end], owner)).toMatchObject({ status: 422, errors: [{ field: 'file' }] });
    expect(await upload([part('name="file"; filename="a.png"', picture).subarray(0, 90)], owner)).toMatchObject({ status: 400 });
    expect(await upload(file(picture.subarray(0, 200)), owner)).toMatchObject({ status: 415 });
    expect(await upload(file(Buffer.concat([picture, Buffer.alloc(20 * 1024 * 1024)])), owner)).toMatchObject({ status: 413 });
    expect(await upload(file(Buffer.concat([picture, Buffer.alloc(27 * 1024 * 1024)])), owner)).toMatchObject({ status: 413 });
    expect(await upload([part('name="crop_width"', 'x'), ...file(picture)], owner)).toMatchObject({
      status: 422,
      errors: [{ field: 'crop_width' }],
    });
    expect(await upload([part('name="crop_width"', '9000'), ...file(picture)], owner)).toMatchObject({
      status: 422,
      errors: [{ field: 'crop_width' }],
    });
    expect(await upload(file(picture))).toMatchObject({ status: 401 });
  });

  test('up to 20 MiB', async () => {
    const padded = Buffer.concat([await halves(), Buffer.alloc(15 * 1024 * 1024)]);
    expect((await upload([part('name="file"; filename="a.png"', padded), end], people.tokens.owner)).status).toBe(200);
  });
});
