import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { companies } from '#drizzle/schema/companies.ts';
import { carrierChecks } from '#drizzle/schema/company-pages.ts';
import { recheckCarriers } from '#server/company/check-carriers-again.ts';
import { sweepClosedCompanies } from '#server/deletion/sweep-companies.ts';
import { makeJob, makeUser } from '#server/demo/builders.ts';
import { qcMobileRegistry } from '#server/registry/qcmobile.ts';
import { simulatedRegistry } from '#server/registry/simulator.ts';
import { roles } from '#shared/access/access.ts';
import { dayMs } from '#shared/days.ts';
import { startTestApp, type Caller, type TestApp } from '#tests/helpers/app.ts';
import { qcCarrier, type RegistryServer, startRegistryServer, webKey } from '#tests/helpers/carrier-registry.ts';
import { companyWithPeople, emailsTo } from './people.ts';

/** The check of a company's USDOT number (`docs/product/companies.md#carrier-check`), with a server that speaks the protocol. */
let t: TestApp;
let server: RegistryServer;
let administrator: Caller;
const logLines: string[] = [];
beforeAll(async () => {
  t = await startTestApp({}, { write: (line) => void logLines.push(line) });
  server = await startRegistryServer();
  t.services.registry = qcMobileRegistry({ url: server.url, webKey });
  administrator = await t.createCallerFor(await makeUser(t.services.db, { roles: [roles.superAdmin] }));
});
afterAll(async () => {
  server.close();
  await t.close();
});
beforeEach(() => {
  server.failure = null;
});

let nextNumber = 1_000_000;

/** A company with an active USDOT number of its own. */
async function carrierCompany() {
  nextNumber += 1;
  const usdotNumber = String(nextNumber);
  server.carriers.set(usdotNumber, qcCarrier(nextNumber));
  const world = await companyWithPeople(t);
  const caller = await t.createCallerFor(world.admin);
  await caller.companyPage.update({ usdotNumber });
  return { ...world, caller, usdotNumber };
}

async function verifiedCompany() {
  const world = await carrierCompany();
  const { check } = await world.caller.companyPage.checkCarrier();
  await administrator.companyPage.decide({
    companyId: world.company.id,
    checkedAt: check?.checkedAt.toISOString() ?? '',
    decision: 'verified',
  });
  return world;
}

type World = Awaited<ReturnType<typeof verifiedCompany>>;

const decide = (companyId: string, checkedAt: Date | undefined, decision: 'verified' | 'rejected', reason?: string) =>
  administrator.companyPage.decide({ companyId, checkedAt: checkedAt?.toISOString() ?? '', decision, reason });
const stateOf = async ({ caller }: { caller: Caller }) => (await caller.companyPage.get()).check?.state ?? null;
const outcomesFor = async (email: string) =>
  (await emailsTo(t, email)).filter(({ template }) => template === 'carrier_check').map(({ data }) => data['outcome']);

describe('a check', () => {
  it('stores what the registry says and waits for an administrator, who confirms it', async () => {
    const { caller, company, admin, user, usdotNumber } = await carrierCompany();
    const job = await makeJob(t.services.db, company.id);
    const page = await caller.companyPage.checkCarrier();
    expect(page.check).toMatchObject({
      state: 'waiting',
      source: 'fmcsa',
      usdotNumber,
      isSimilarName: true,
      carrier: { legalName: 'PRAIRIE FREIGHT LLC', isAllowedToOperate: true, powerUnits: 38, drivers: 41 },
    });
    const waiting = await administrator.companyPage.waiting({ limit: 100 });
    expect(waiting.items.find(({ id }) => id === company.id)).toMatchObject({ companyName: company.companyName });
    const visitor = await t.createCallerFor(null);
    expect((await visitor.public.job({ id: job.id })).companyVerified).toBe(false);
    await decide(company.id, page.check?.checkedAt, 'verified');
    const shown = await visitor.public.job({ id: job.id });
    expect(shown.companyVerified).toBe(true);
    expect(await visitor.public.company({ slug: shown.companySlug })).toMatchObject({
      verification: { source: 'fmcsa', usdotNumber, legalName: 'PRAIRIE FREIGHT LLC' },
      fleetSize: null,
      powerUnits: 38,
      drivers: 41,
    });
    expect(await outcomesFor(admin.email)).toEqual(['verified']);
    expect(await outcomesFor(user.email)).toEqual([]);
    const { items } = await administrator.companyPage.waiting({ limit: 100 });
    expect(items.map(({ id }) => id)).not.toContain(company.id);
  });

  it('works through REST', async () => {
    const { token, company, usdotNumber } = await carrierCompany();
    const checked = await t.callRest('POST', '/companies/profile/check', { token, body: {} });
    expect(checked).toMatchObject({ status: 200, body: { data: { check: { state: 'waiting', usdot_number: usdotNumber } } } });
    const staff = await t.createToken(await makeUser(t.services.db, { roles: [roles.admin] }));
    const listed = await t.callRest('GET', '/admin/carrier-checks?limit=100', { token: staff });
    expect((listed.body.data as { id: string }[]).map(({ id }) => id)).toContain(company.id);
    const { check } = checked.body.data as { check: { checked_at: string } };
    const path = `/admin/companies/${company.id}/carrier-check`;
    const withoutReason = { checked_at: check.checked_at, decision: 'rejected' };
    expect(await t.callRest('POST', path, { token: staff, body: withoutReason })).toMatchObject({ status: 422 });
    const body = { ...withoutReason, reason: 'Another company' };
    expect(await t.callRest('POST', path, { token: staff, body })).toMatchObject({
      status: 200,
      body: { data: { check: { state: 'rejected', reason: 'Another company' } } },
    });
    expect(await t.callRest('POST', path, { token, body })).toMatchObject({ status: 403 });
  });

  it('of an MC number finds its USDOT number, and both have to belong together', async () => {
    const { caller, usdotNumber } = await carrierCompany();
    server.dockets.set('551', [usdotNumber]);
    server.dockets.set('552', ['1']);
    server.carriers.set('1', qcCarrier(1));
    await caller.companyPage.update({ usdotNumber: '', mcNumber: '551' });
    expect((await caller.companyPage.checkCarrier()).check).toMatchObject({ usdotNumber, mcNumber: '551' });
    await caller.companyPage.update({ usdotNumber, mcNumber: '552' });
    await expect(caller.companyPage.checkCarrier()).rejects.toMatchObject({ cause: { code: 'invalid', field: 'mcNumber' } });
    server.dockets.set('552', ['1', usdotNumber]);
    expect((await caller.companyPage.checkCarrier()).check).toMatchObject({ usdotNumber, mcNumber: '552' });
    await caller.companyPage.update({ usdotNumber: '' });
    await expect(caller.companyPage.checkCarrier()).rejects.toMatchObject({ cause: { code: 'invalid', field: 'usdotNumber' } });
    await caller.companyPage.update({ mcNumber: '553' });
    await expect(caller.companyPage.checkCarrier()).rejects.toMatchObject({ cause: { code: 'invalid', field: 'mcNumber' } });
  });

  it.each([{ allowedToOperate: 'N' }, { oosDate: '2026-03-02' }])('of a carrier with %j does not wait', async (changes) => {
    const { caller, company, usdotNumber } = await carrierCompany();
    server.carriers.set(usdotNumber, qcCarrier(Number(usdotNumber), changes));
    const { check } = await caller.companyPage.checkCarrier();
    expect(check?.state).toBe('unusable');
    await expect(decide(company.id, check?.checkedAt, 'verified')).rejects.toMatchObject({ cause: { code: 'conflict' } });
  });

  it('of a number that no carrier has, or without a number, is refused', async () => {
    const { caller } = await carrierCompany();
    await caller.companyPage.update({ usdotNumber: '7' });
    await expect(caller.companyPage.checkCarrier()).rejects.toMatchObject({ cause: { code: 'invalid', field: 'usdotNumber' } });
    await caller.companyPage.update({ usdotNumber: '' });
    await expect(caller.companyPage.checkCarrier()).rejects.toMatchObject({ cause: { code: 'invalid', field: 'usdotNumber' } });
  });

  it('loses nothing while the registry is down, and does not log the key', async () => {
    const world = await verifiedCompany();
    server.failure = { status: 503 };
    await expect(world.caller.companyPage.checkCarrier()).rejects.toMatchObject({ cause: { code: 'provider_failed' } });
    expect(await stateOf(world)).toBe('verified');
    expect(logLines.join('\n')).not.toContain(webKey);
  });

  it('is refused without a registry', async () => {
    const { caller } = await carrierCompany();
    const { registry } = t.services;
    t.services.registry = null;
    try {
      expect((await caller.companyPage.get()).registry).toBeNull();
      await expect(caller.companyPage.checkCarrier()).rejects.toMatchObject({ cause: { code: 'conflict' } });
    } finally {
      t.services.registry = registry;
    }
  });

  it('is limited per company', async () => {
    const { caller } = await carrierCompany();
    for (let n = 0; n < 10; n += 1) await caller.companyPage.checkCarrier();
    await expect(caller.companyPage.checkCarrier()).rejects.toMatchObject({ cause: { code: 'too_many' } });
  });
});

describe('a decision', () => {
  it('is about the check that the administrator saw', async () => {
    const { caller, company } = await carrierCompany();
    const first = await caller.companyPage.checkCarrier();
    await t.services.db
      .update(carrierChecks)
      .set({ checkedAt: new Date(Date.now() + 1000) })
      .where(eq(carrierChecks.companyId, company.id));
    await expect(decide(company.id, first.check?.checkedAt, 'verified')).rejects.toMatchObject({
      cause: { code: 'edit_conflict' },
    });
  });

  it('verifies a number for one company only, also at the same time', async () => {
    const [first, second] = [await carrierCompany(), await carrierCompany()];
    await second.caller.companyPage.update({ usdotNumber: first.usdotNumber });
    const checks = await Promise.all([first, second].map(({ caller }) => caller.companyPage.checkCarrier()));
    const decisions = await Promise.allSettled(
      [first, second].map(({ company }, n) => decide(company.id, checks[n]?.check?.checkedAt, 'verified')),
    );
    expect(decisions.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(decisions.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { cause: { code: 'conflict' } } });
  });

  it('that rejects takes the badge away and tells the reason', async () => {
    const world = await verifiedCompany();
    const { check } = await world.caller.companyPage.get();
    await decide(world.company.id, check?.checkedAt, 'rejected', 'Sold to another carrier');
    expect((await world.caller.companyPage.get()).check).toMatchObject({ state: 'rejected', reason: 'Sold to another carrier' });
    expect(await outcomesFor(world.admin.email)).toEqual(['verified', 'rejected']);
  });

  it('on a result of another registry is refused', async () => {
    const { caller, company } = await carrierCompany();
    const { check } = await caller.companyPage.checkCarrier();
    await t.services.db.update(carrierChecks).set({ source: 'simulator' }).where(eq(carrierChecks.companyId, company.id));
    await expect(decide(company.id, check?.checkedAt, 'verified')).rejects.toMatchObject({ cause: { code: 'conflict' } });
  });
});

describe('the badge goes away', () => {
  it.each([
    ['with the USDOT number', (caller: Caller) => caller.companyPage.update({ usdotNumber: '77' })],
    ['with the MC number', (caller: Caller) => caller.companyPage.update({ mcNumber: '78' })],
    ['with the name', (caller: Caller) => caller.company.update({ companyName: 'Another Name Freight' })],
  ])('%s', async (_name, change) => {
    const world = await verifiedCompany();
    await world.caller.companyPage.update({ about: 'A change of the text keeps it' });
    expect(await stateOf(world)).toBe('verified');
    await change(world.caller);
    expect(await stateOf(world)).toBeNull();
  });

  it('when the carrier may no longer operate, at the weekly check', async () => {
    const [kept, lost, gone] = [await verifiedCompany(), await verifiedCompany(), await verifiedCompany()];
    server.carriers.set(kept.usdotNumber, qcCarrier(Number(kept.usdotNumber), { totalPowerUnits: 50 }));
    server.carriers.set(lost.usdotNumber, qcCarrier(Number(lost.usdotNumber), { allowedToOperate: 'N' }));
    server.carriers.delete(gone.usdotNumber);
    await recheckCarriers(t.services);
    expect(await Promise.all([kept, lost, gone].map(stateOf))).toEqual(['verified', 'verified', 'verified']);
    await makeDue();
    await Promise.all([recheckAll(), recheckAll()]);
    expect(await Promise.all([kept, lost, gone].map(stateOf))).toEqual(['verified', 'withdrawn', 'withdrawn']);
    expect((await kept.caller.companyPage.get()).check?.carrier.powerUnits).toBe(50);
    expect(await outcomesFor(lost.admin.email)).toEqual(['verified', 'withdrawn']);
    const toSupport = (await emailsTo(t, t.services.settings.mail.support)).map(({ data }) => data['usdotNumber']);
    expect(toSupport.filter((number) => number === lost.usdotNumber)).toHaveLength(1);
  });

  it('not when the registry is down, which is asked again the next day', async () => {
    const world = await verifiedCompany();
    server.failure = { status: 500 };
    await makeDue();
    await recheckAll();
    expect(await stateOf(world)).toBe('verified');
    const [row] = await t.services.db.select().from(carrierChecks).where(eq(carrierChecks.companyId, world.company.id));
    expect(row?.recheckAt?.getTime()).toBeGreaterThan(Date.now());
    expect(row?.recheckAt?.getTime()).toBeLessThan(Date.now() + 2 * dayMs);
  });

  it('when the simulator gave it and a real registry, or none, is set up', async () => {
    const world = await verifiedCompany();
    await t.services.db.update(carrierChecks).set({ source: 'simulator' }).where(eq(carrierChecks.companyId, world.company.id));
    await recheckCarriers({ ...t.services, registry: simulatedRegistry() });
    expect(await stateOf(world)).toBe('verified');
    await recheckCarriers({ ...t.services, registry: null });
    expect(await stateOf(world)).toBe('withdrawn');
  });

  it.each([
    ['is cancelled', ({ company }: World) => administrator.company.update({ companyId: company.id, status: 'Cancelled' })],
    ['gets the status', ({ company }: World) => administrator.company.setStatus({ companyId: company.id, status: 'Cancelled' })],
    ['closes', ({ caller, company }: World) => caller.deletion.closeCompany({ name: company.companyName })],
  ])('when the company %s, and the number is free', async (_name, cancel) => {
    const world = await verifiedCompany();
    await cancel(world);
    expect(await stateOf(world)).toBeNull();
  });

  const recheckAll = async () => {
    while ((await recheckCarriers(t.services)) > 0);
  };
  /** All verified checks become due. */
  const makeDue = () =>
    t.services.db
      .update(carrierChecks)
      .set({ recheckAt: new Date(Date.now() - 1000) })
      .where(eq(carrierChecks.state, 'verified'));
});

it('a company that is erased keeps neither its page nor its check', async () => {
  const { company } = await verifiedCompany();
  await t.services.db
    .update(companies)
    .set({ status: 'Cancelled', closedAt: new Date(Date.now() - 40 * dayMs) })
    .where(eq(companies.id, company.id));
  await sweepClosedCompanies(t.services);
  expect(await t.services.db.select().from(carrierChecks).where(eq(carrierChecks.companyId, company.id))).toEqual([]);
});
