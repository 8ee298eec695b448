import { eq, inArray } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog } from '#drizzle/schema/accounts.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { formerCompanySlugs } from '#drizzle/schema/company-pages.ts';
import { media } from '#drizzle/schema/media.ts';
import { sweepPhotos, writePhotos } from '#server/company/upload-photos.ts';
import { makeCompany, makeJob, makeUser } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import { dayMs } from '#shared/days.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { sendForm } from '#tests/helpers/send-form.ts';
import { companyWithPeople } from './people.ts';

/** What a company writes for its public page (`docs/product/companies.md#public-page`). */
let t: TestApp;
beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());

async function companyAdmin() {
  const world = await companyWithPeople(t);
  return { ...world, caller: await t.createCallerFor(world.admin) };
}

const slugOf = async (id: string) => {
  const [row] = await t.services.db.select({ slug: companies.slug }).from(companies).where(eq(companies.id, id));
  return row?.slug ?? '';
};

describe('the address of a page', () => {
  const create = async (companyName: string) => slugOf((await makeCompany(t.services.db, { companyName })).id);

  it.each([
    ['Zephyr Ágil & Sons, Inc.', 'zephyr-agil-sons-inc'],
    ['Q.B. O’Brien’s  Hauling', 'qb-obriens-hauling'],
    ['運送', 'company'],
    [`${'Long '.repeat(18)}Name`, 'long-long-long-long-long-long-long-long-long-long-long-long'],
  ])('of %j is %j', async (name, slug) => expect(await create(name)).toBe(slug));

  it('is another one for each company of a name, also for many at the same time', async () => {
    const names = await Promise.all(Array.from({ length: 25 }, () => create('Twin Lakes Freight')));
    expect(new Set(names).size).toBe(25);
    expect(names).toContain('twin-lakes-freight');
    expect(names).toContain('twin-lakes-freight-2');
  });

  it('changes with the name, and the earlier one stays until another company has the name', async () => {
    const { company, caller } = await companyAdmin();
    await caller.company.update({ companyName: 'Quartz Haulers' });
    expect(await slugOf(company.id)).toBe('quartz-haulers');
    await caller.company.update({ companyName: 'QUARTZ Haulers' });
    expect(await slugOf(company.id)).toBe('quartz-haulers');
    await caller.company.update({ companyName: 'Granite Haulers' });
    expect(await slugOf(company.id)).toBe('granite-haulers');
    await caller.company.update({ companyName: 'Quartz Haulers' });
    expect(await slugOf(company.id)).toBe('quartz-haulers');
    await caller.company.update({ companyName: 'Granite Haulers' });
    expect(await ownerOfFormer('quartz-haulers')).toBe(company.id);
    expect(await create('Quartz Haulers')).toBe('quartz-haulers');
    expect(await ownerOfFormer('quartz-haulers')).toBeNull();
    await caller.company.update({ companyName: 'Quartz Haulers' });
    expect(await slugOf(company.id)).toBe('quartz-haulers-2');
  });

  it('goes to the company that has the name when another gives it up', async () => {
    const { caller } = await companyAdmin();
    await caller.company.update({ companyName: 'Basalt Enterprises' });
    const real = await makeCompany(t.services.db, { companyName: 'Basalt Enterprises' });
    expect(await slugOf(real.id)).toBe('basalt-enterprises-2');
    await caller.company.update({ companyName: 'Small Carrier' });
    expect(await ownerOfFormer('basalt-enterprises')).toBe(real.id);
  });

  const ownerOfFormer = async (slug: string) => {
    const [row] = await t.services.db.select().from(formerCompanySlugs).where(eq(formerCompanySlugs.slug, slug));
    return row?.companyId ?? null;
  };
});

describe('the text of a page', () => {
  it('is saved and read, through REST too', async () => {
    const { token, company } = await companyAdmin();
    const body = {
      about: 'Family owned.\n\nHome every weekend.',
      website: 'https://prairie.example/drivers',
      fleet_size: 38,
      founded_year: 1988,
      usdot_number: 'USDOT 1234567',
      mc_number: 'MC-76543',
      terminals: [
        { name: 'Main yard', postal_code: '68102' },
        { city: 'Denver', state: 'Colorado' },
      ],
      version: 0,
    };
    const saved = await t.callRest('PATCH', '/companies/profile', { token, body });
    expect(saved).toMatchObject({
      status: 200,
      body: {
        data: {
          id: company.id,
          about: body.about,
          website: body.website,
          fleet_size: 38,
          founded_year: 1988,
          usdot_number: '1234567',
          mc_number: '76543',
          version: 1,
          path: null,
          check: null,
          registry: 'simulator',
        },
      },
    });
    const read = await t.callRest('GET', '/companies/profile', { token });
    expect(read.body.data).toEqual(saved.body.data);
    const { terminals } = read.body.data as { terminals: { name: string; city: string; state: string }[] };
    expect(terminals.map(({ name, city, state }) => [name, city, state])).toEqual([
      ['Main yard', 'Omaha', 'NE'],
      [null, 'Denver', 'CO'],
    ]);
  });

  it('keeps what a change does not name, and can be emptied', async () => {
    const { caller } = await companyAdmin();
    await caller.companyPage.update({ about: 'Ours', website: 'https://ours.example', terminals: [{ postalCode: '68102' }] });
    expect(await caller.companyPage.update({ foundedYear: 1990 })).toMatchObject({
      about: 'Ours',
      foundedYear: 1990,
      terminals: [{ city: 'Omaha' }],
      version: 2,
    });
    expect(await caller.companyPage.update({ about: '', website: '', foundedYear: null, terminals: [] })).toMatchObject({
      about: '',
      website: null,
      foundedYear: null,
      terminals: [],
    });
    const unchanged = await caller.companyPage.update({ about: '', terminals: [] });
    expect(unchanged.version).toBe(3);
  });

  it('is not overwritten unseen', async () => {
    const { caller } = await companyAdmin();
    await caller.companyPage.update({ about: 'First', version: 0 });
    await expect(caller.companyPage.update({ about: 'Second', version: 0 })).rejects.toMatchObject({
      cause: { code: 'edit_conflict' },
    });
    const both = await Promise.allSettled(['A', 'B'].map((about) => caller.companyPage.update({ about, version: 1 })));
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it.each([
    [{ website: 'http://prairie.example' }, 'website'],
    [{ website: 'https://10.0.0.1/' }, 'website'],
    [{ fleetSize: 0 }, 'fleetSize'],
    [{ foundedYear: new Date().getUTCFullYear() + 1 }, 'foundedYear'],
    [{ usdotNumber: '123456789' }, 'usdotNumber'],
    [{ about: 'a'.repeat(5001) }, 'about'],
    [{ terminals: [{ city: 'Omaha', state: 'NE', postalCode: '90210' }] }, 'terminals.0.postalCode'],
    [{ terminals: [{ postalCode: '68102' }, { city: 'Omaha' }] }, 'terminals.1.city'],
    [{ terminals: Array.from({ length: 51 }, () => ({ postalCode: '68102' })) }, 'terminals'],
    [{ photos: [{ fileName: 'unknown-photo.webp', alt: 'Trucks' }] }, 'photos.0.fileName'],
  ])('is refused as %j', async (input, field) => {
    const { token } = await companyAdmin();
    const names: Record<string, string> = { fleetSize: 'fleet_size', foundedYear: 'founded_year', usdotNumber: 'usdot_number' };
    const wire = JSON.parse(
      JSON.stringify(input)
        .replaceAll(/"(fleetSize|foundedYear|usdotNumber)"/g, (_, name: string) => `"${names[name]}"`)
        .replaceAll('"postalCode"', '"postal_code"')
        .replaceAll('"fileName"', '"file_name"'),
    ) as object;
    const answer = await t.callRest('PATCH', '/companies/profile', { token, body: wire });
    expect(answer.status).toBe(422);
    const wireField = field.replace('postalCode', 'postal_code').replace('fileName', 'file_name');
    expect(answer.body.errors[0]?.field).toBe(names[field] ?? wireField);
  });

  it('is changed by company admins and administrators only, each change in the log', async () => {
    const { company, user, admin, caller } = await companyAdmin();
    const colleague = await t.createCallerFor(user);
    expect(await colleague.companyPage.get()).toMatchObject({ id: company.id });
    await expect(colleague.companyPage.update({ about: 'Mine' })).rejects.toMatchObject({ cause: { code: 'forbidden' } });
    await caller.companyPage.update({ about: 'Ours' });
    const log = await t.services.db.select().from(auditLog).where(eq(auditLog.companyId, company.id));
    expect(log).toMatchObject([{ action: 'company_page.update', actorId: admin.id, detail: { fields: ['about'] } }]);
  });

  it('has a limit of terminals to look up, which stored ones do not count for', async () => {
    const { caller } = await companyAdmin();
    const terminals = Array.from({ length: 50 }, () => ({ postalCode: '68102' }));
    const { terminals: stored } = await caller.companyPage.update({ terminals });
    expect(stored).toHaveLength(50);
    for (let n = 0; n < 3; n += 1) {
      await caller.companyPage.update({ terminals: [] });
      await caller.companyPage.update({ terminals });
    }
    await caller.companyPage.update({
      terminals: stored.map(({ city, state, postalCode }, n) => ({ name: `Yard ${n}`, city, state, postalCode })),
    });
    await expect(caller.companyPage.update({ terminals: [{ postalCode: '80202' }] })).rejects.toMatchObject({
      cause: { code: 'too_many' },
    });
  });

  it('of another company does not exist', async () => {
    const [own, other] = [await companyAdmin(), await companyAdmin()];
    await own.caller.companyPage.update({ about: 'Secret draft' });
    const companyId = own.company.id;
    for (const call of [
      () => other.caller.companyPage.get({ companyId }),
      () => other.caller.companyPage.update({ companyId, about: 'Theirs' }),
      () => other.caller.companyPage.checkCarrier({ companyId }),
    ])
      await expect(call()).rejects.toMatchObject({ cause: { code: 'not_found' } });
    expect((await own.caller.companyPage.get()).about).toBe('Secret draft');
  });

  it('names its public path once the company has had a job', async () => {
    const { company, caller } = await companyAdmin();
    expect((await caller.companyPage.get()).path).toBeNull();
    await makeJob(t.services.db, company.id);
    expect((await caller.companyPage.get()).path).toBe(`/companies/${await slugOf(company.id)}`);
  });
});

describe('photos', () => {
  const picture = () =>
    sharp({ create: { width: 1600, height: 900, channels: 3, background: '#336699' } })
      .withExif({ IFD0: { Copyright: 'a person' } })
      .jpeg()
      .toBuffer();
  const upload = async (token: string) => {
    const { body } = await sendForm(t, token, '/companies/profile/photos', {}, await picture());
    return body.data as unknown as { file_name: string; url: string; width: number; height: number };
  };
  const read = async (url: string) => (await t.app.inject({ method: 'GET', url })).statusCode;

  it('are encoded again, public once the page shows them, and deleted when it does not', async () => {
    const { token, caller } = await companyAdmin();
    const { file_name: fileName, url, width, height } = await upload(token);
    expect([width, height]).toEqual([1200, 675]);
    const stored = await t.services.media.read(fileName);
    expect(stored).not.toBeNull();
    expect(await read(url.split('?')[0] ?? '')).toBe(404);
    const page = await caller.companyPage.update({ photos: [{ fileName, alt: 'Two trucks' }] });
    expect(page.photos).toEqual([{ fileName, url: `/media/${fileName}`, alt: 'Two trucks', width, height }]);
    expect(await read(`/media/${fileName}`)).toBe(200);
    await t.services.db.update(media).set({ createdAt: new Date(Date.now() - 2 * dayMs) });
    await sweepPhotos(t.services);
    expect(await t.services.media.size(fileName)).not.toBeNull();
    await caller.companyPage.update({ photos: [] });
    await sweepPhotos(t.services);
    expect(await t.services.media.size(fileName)).toBeNull();
    expect(
      await t.services.db
        .select()
        .from(media)
        .where(inArray(media.name, [fileName])),
    ).toEqual([]);
  });

  it('that are saved while they are swept stay, and deleted ones are not saved', async () => {
    const { db } = t.services;
    const { token, company } = await companyAdmin();
    const { file_name: fileName, width, height } = await upload(token);
    await db
      .update(media)
      .set({ createdAt: new Date(Date.now() - 2 * dayMs) })
      .where(eq(media.name, fileName));
    const photos = [{ fileName, alt: 'Trucks', width, height }];
    let sweep: Promise<number> | undefined;
    await db.transaction(async (tx) => {
      await writePhotos(tx, company.id, photos);
      sweep = sweepPhotos(t.services);
    });
    await sweep;
    expect(await t.services.media.size(fileName)).not.toBeNull();
    await db.transaction((tx) => writePhotos(tx, company.id, []));
    await sweepPhotos(t.services);
    await expect(db.transaction((tx) => writePhotos(tx, company.id, photos))).rejects.toMatchObject({
      code: 'invalid',
      field: 'photos.0.fileName',
    });
  });

  it('of another company, and twice the same, are refused', async () => {
    const [own, other] = [await companyAdmin(), await companyAdmin()];
    const { file_name: fileName } = await upload(own.token);
    const photo = { fileName, alt: 'Ours' };
    await expect(other.caller.companyPage.update({ photos: [photo] })).rejects.toMatchObject({ cause: { code: 'invalid' } });
    await expect(own.caller.companyPage.update({ photos: [photo, photo] })).rejects.toMatchObject({ cause: { code: 'invalid' } });
  });

  it('are uploaded by an administrator for the company that is named', async () => {
    const { company } = await companyAdmin();
    const token = await t.createToken(await makeUser(t.services.db, { roles: [roles.superAdmin] }));
    const { body } = await sendForm(t, token, '/companies/profile/photos', { company_id: company.id }, await picture());
    const { file_name: fileName } = body.data as unknown as { file_name: string };
    const [row] = await t.services.db.select().from(media).where(eq(media.name, fileName));
    expect(row).toMatchObject({ companyId: company.id, kind: 'company' });
  });
});
