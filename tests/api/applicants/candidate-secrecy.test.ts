import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '#drizzle/schema/accounts.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { countCandidates } from '#server/applicants/candidates.ts';
import { makeDriver, makeJob } from '#server/demo/builders.ts';
import { cellOf } from '#server/places/cells.ts';
import { routes } from '#server/rest/routes.ts';
import { procedureInfo } from '#server/rest/table.ts';
import { classified } from '#tests/api/access/classified.ts';
import { makeWorld, type World } from '#tests/api/access/world.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** Nothing that the company receives identifies a driver who matches a job and has not applied. */
let t: TestApp;
let world: World;
let candidates: { id: string }[];

const who = (n: number) => ({
  user: { firstName: `Zachariah${n}`, lastName: `Quillfeather${n}`, phone: `402559987${n}`, email: `zq${n}@secret.example` },
  profile: {
    street1: `17${n} Hidden Hollow`,
    street2: `Unit 9Z${n}`,
    postalCode: '68599',
    birthdate: '1977-03-14',
    latitude: 41.271828,
    longitude: -95.931415,
    cell: cellOf(41.271828, -95.931415),
  },
});
const secrets = ['zachariah', 'quillfeather', '(402)559', '(402) 559', 'secret.example', 'hidden hollow', 'unit 9z'];
/** Not within an id, a time or a checksum, where the digits could appear by chance. */
const numbers = [/(?<![\w.])(?:1-?)?402-?559/, /(?<![\w.])68599(?!\w)/, /1977-03-14/, /(?<![\w.])41\.271/, /(?<![\w.])95\.931/];

beforeAll(async () => {
  t = await startTestApp();
  world = await makeWorld(t);
  candidates = [];
  for (let n = 0; n < 3; n += 1) candidates.push(await makeDriver(t.services.db, who(n)));
  await t.services.db.update(jobs).set({ candidatesDueAt: new Date() });
  await countCandidates(t.services.db);
});
afterAll(() => t.close());

async function rawAnswer(token: string, method: string, url: string, payload?: object) {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await t.app.inject({ method: method as 'GET', url, headers, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, text: `${JSON.stringify(answer.headers)}\n${answer.body}`.toLowerCase() };
}

/** Calls that answer with data: queries and exports. */
const isQuery = (name: string) => procedureInfo(name).type === 'query' || /export/i.test(name);

function expectNoPersonalData(text: string, label: string): void {
  for (const word of secrets) expect(text.includes(word), `${label} tells ${word}`).toBe(false);
  for (const number of numbers) expect(number.exec(text)?.[0], `${label} tells a number`).toBeUndefined();
}

test('the candidates are there, as numbers and codes', async () => {
  const token = await t.createToken(world.owner);
  const { status, text } = await rawAnswer(token, 'GET', `/api/1.0/jobs/${world.job.id}/candidates?distance_limit=true`);
  expect(status).toBe(200);
  for (const { id } of candidates) expect(text).toContain(id);
  expectNoPersonalData(text, 'candidates');
});

/** Everything that the owner receives about a job's candidates. */
async function allAnswers(jobId: string) {
  const token = await t.createToken(world.owner);
  const { body } = await t.callRest('GET', `/jobs/${jobId}/candidates?distance_limit=true`, { token });
  return body.data as { user_id: string; distance: number; job_matching: number; reasons: object[] }[];
}

test('candidates half a mile apart cannot be distinguished by creating jobs around them', async () => {
  const { db } = t.services;
  const near = { latitude: 41.2611, longitude: -95.9395, cell: cellOf(41.2611, -95.9395) };
  const neighbor = await makeDriver(db, { ...who(0), user: {}, profile: { ...who(0).profile, ...near } });
  for (const [latitude, longitude] of [
    [41.25, -95.5],
    [41.7, -96.1],
    [40.9, -96.3],
    [41.275, -95.925],
  ] as const) {
    const job = await makeJob(db, world.company.id, { latitude, longitude });
    const rows = await allAnswers(job.id);
    const candidateRows = [neighbor, ...candidates].map(({ id }) => {
      const row = rows.find(({ user_id }) => user_id === id);
      return row && { distance: row.distance, percent: row.job_matching, reasons: row.reasons };
    });
    expect(candidateRows[0]?.distance).toBeGreaterThan(0);
    for (const one of candidateRows) expect(one).toEqual(candidateRows[0]);
  }
  await db.delete(users).where(eq(users.id, neighbor.id));
});

test.for(['owner', 'colleague'] as const)('no REST call reveals to the %s who they are', async (as) => {
  const token = await t.createToken(world[as]);
  const ids = [world.job.id, world.company.id, world.applicationId, ...candidates.map(({ id }) => id)];
  let answered = 0;
  for (const { method, path, procedure } of routes.filter((route) => isQuery(route.procedure)))
    for (const id of path.includes(':') ? ids : [world.job.id]) {
      const url = `/api/1.0${path.replaceAll(/:\w+/g, id)}${method === 'GET' && path.endsWith('s') ? '?limit=10' : ''}`;
      const { status, text } = await rawAnswer(token, method, url, method === 'GET' ? undefined : {});
      if (status === 200) answered += 1;
      expectNoPersonalData(text, `${method} ${url} (${procedure})`);
    }
  expect(answered).toBeGreaterThan(20);
});

test.for(['owner', 'colleague'] as const)('no tRPC call reveals to the %s who they are', async (as) => {
  const token = await t.createToken(world[as], 'web');
  let answered = 0;
  for (const [name, { input, deletesAccount }] of Object.entries(classified)) {
    if (procedureInfo(name).type !== 'query' || deletesAccount) continue;
    const baseInput = input(world) ?? {};
    const inputs = [baseInput, ...candidates.slice(0, 1).map(({ id }) => ({ ...baseInput, id, userId: id, applicantId: id }))];
    for (const one of inputs) {
      const url = `/trpc/${name}?input=${encodeURIComponent(JSON.stringify(one))}`;
      const { status, text } = await rawAnswer(token, 'GET', url);
      if (status === 200) answered += 1;
      expectNoPersonalData(text, name);
    }
  }
  expect(answered).toBeGreaterThan(20);
});

test('no public page or feed reveals who they are', async () => {
  for (const url of ['/jobs', `/jobs/${world.job.id}`, '/feeds/jobs.xml', '/sitemap.xml', '/api/1.0/openapi.json']) {
    const answer = await t.app.inject({ method: 'GET', url });
    expect(answer.statusCode, url).toBe(200);
    expectNoPersonalData(answer.body.toLowerCase(), url);
  }
});
