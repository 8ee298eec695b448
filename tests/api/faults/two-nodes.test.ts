import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findServerProgramFolder } from '#tests/helpers/cluster.ts';
import { readEmailsTo } from '#tests/helpers/mailbox.ts';
import { openTwoNodes, type TwoNodes } from '#tests/helpers/two-nodes.ts';

/** Seconds of load in each test. FAULT_SECONDS asks for a longer run. */
const seconds = Number(process.env['FAULT_SECONDS'] ?? 2);
const clients = 6;
/** Jobs that a client posts in each test, below the limit of orders of one company and hour. */
const maxPosts = 90;

describe.skipIf(findServerProgramFolder() === null)('two nodes on one database, under load', () => {
  let world: TwoNodes;
  beforeAll(async () => {
    const opened = await openTwoNodes({ companies: clients });
    if (!opened) throw new Error('There is no PostgreSQL');
    world = opened;
  }, 120_000);
  afterAll(() => world.close());

  const call = (path: string, body?: object, url = world.url, token = world.tokens[0]) =>
    fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(15_000),
    });
  const post = (title: string, token?: string) => {
    const job = {
      title,
      job_type: 'dryVan',
      required_experience: 'M6',
      home_time: 'HW',
      job_description: 'Outlives a node.',
      salary_type: 'weekly',
      addresses: [{ postal_code: '68102' }],
    };
    return call('/api/1.0/jobs', job, world.url, token);
  };

  type PostedJob = { id: string; token: string };
  type LoadResult = { acknowledged: PostedJob[]; statuses: number[]; retryAfter: (string | null)[] };

  /**
   * Several clients post and read in parallel until `meanwhile` has finished. Each is a company of its own, because the
   * orders of one company are limited.
   */
  async function runUnderLoad(name: string, meanwhile: () => Promise<void>): Promise<LoadResult> {
    const results: LoadResult = { acknowledged: [], statuses: [], retryAfter: [] };
    let isOver = false;
    const work = async (token: string, client: number) => {
      for (let n = 0; !isOver; n += 1) {
        const isRead = n % 2 === 1 || n >= maxPosts * 2;
        const answer = isRead
          ? await call('/api/1.0/jobs?limit=5', undefined, world.url, token)
          : await post(`${name} ${client}.${n}`, token);
        const body = (await answer.json()) as { data?: { jobs?: { id: string }[] } };
        results.statuses.push(answer.status);
        if (answer.status === 201) results.acknowledged.push(...(body.data?.jobs ?? []).map(({ id }) => ({ id, token })));
        if (answer.status === 503) {
          results.retryAfter.push(answer.headers.get('retry-after'));
          await pause(50);
        }
      }
    };
    const working = Promise.all(world.tokens.map(work));
    try {
      await pause(seconds * 500);
      await meanwhile();
      await pause(seconds * 500);
    } finally {
      isOver = true;
      await working;
    }
    return results;
  }

  /** Checks on each server that every confirmed job exists. */
  async function expectAll(jobs: readonly PostedJob[]): Promise<void> {
    expect(jobs.length).toBeGreaterThan(0);
    for (const [index, { id, token }] of jobs.entries()) {
      const node = world.nodes[index % 2];
      const isUp = node?.child.exitCode === null && node.child.signalCode === null;
      expect((await call(`/api/1.0/jobs/${id}`, undefined, isUp ? node.url : world.url, token)).status).toBe(200);
    }
  }

  it('a node that is killed loses no acknowledged write, and no more requests than were in it', async () => {
    const { acknowledged, statuses } = await runUnderLoad('Killed', async () => world.nodes[0]?.kill());
    const failed = statuses.filter((status) => status >= 500);
    expect(failed.filter((status) => status !== 502)).toEqual([]);
    expect(failed.length).toBeLessThanOrEqual(clients);
    // At most one request of each client was affected. In a longer run at most 1% may fail.
    expect(failed.length / Math.max(statuses.length, clients * 100)).toBeLessThanOrEqual(0.01);
    await expectAll(acknowledged);
    await world.startNode(0);
    expect((await call('/api/1.0/user', undefined, world.nodes[0]?.url)).status).toBe(200);
  });

  it('sessions, limits and mails of a node that is killed go on at the other', async () => {
    const [first, second] = world.nodes;
    const account = { email: `goes-on-${randomUUID()}@haul.example`, password: 'Long-Haul#2026' };
    const details = { first_name: 'June', last_name: 'Stone', phone: '4355550188', role: 'driver', tn_newsletters: false };
    expect((await call('/api/1.0/auth/signup', { ...account, ...details }, first?.url)).status).toBe(201);
    const logIn = (password: string, url: string | undefined) =>
      call('/api/1.0/auth/login', { ...account, password, device_id: 'twonodes', role: 'member' }, url);
    const { data } = (await (await logIn(account.password, first?.url)).json()) as { data: { refreshToken: string } };
    for (let n = 0; n < 6; n += 1) expect((await logIn('Wrong-Haul#2026', first?.url)).status).toBe(401);
    await first?.kill();
    expect((await call('/api/1.0/auth/refresh', { refresh_token: data.refreshToken }, second?.url)).status).toBe(200);
    expect((await logIn('Wrong-Haul#2026', second?.url)).status).toBe(429);
    const mails = async () => (await Promise.all(world.nodes.map((node) => readEmailsTo(node.dataDir, account.email)))).flat();
    await vi.waitFor(async () => expect(await mails()).toHaveLength(1), { timeout: 30_000 });
    await world.startNode(0);
  });

  it('a database that is restarted: 503 with Retry-After in the meantime, nothing lost, automatic recovery', async () => {
    const { acknowledged, statuses, retryAfter } = await runUnderLoad('Restarted', async () => {
      await world.restartDatabase();
      for (const { url } of world.nodes)
        await vi.waitFor(async () => expect((await call('/api/1.0/user', undefined, url)).status).toBe(200), {
          timeout: 30_000,
          interval: 50,
        });
    });
    expect([...new Set(statuses)].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
    expect(retryAfter.filter((header) => header === null)).toEqual([]);
    await expectAll(acknowledged);
  });

  it('live events go on after it, from one node to the other', async () => {
    const [first, second] = world.nodes;
    const stopped = new AbortController();
    const stream = await fetch(`${first?.url}/trpc/jobs.live`, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${world.tokens[0]}` },
      signal: stopped.signal,
    });
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    const { data } = (await (await post('Heard of')).json()) as { data: { jobs: { id: string }[] } };
    const jobIdJson = `"jobId":"${data.jobs[0]?.id}"`;
    let heard = '';
    const hearing = (async () => {
      while (!heard.includes(jobIdJson)) heard += (await reader.read()).value ?? '';
    })();
    const change = await fetch(`${second?.url}/api/1.0/jobs/${data.jobs[0]?.id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${world.tokens[0]}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Heard of on the other node' }),
    });
    expect(change.status).toBe(200);
    await hearing;
    expect(heard).toContain(jobIdJson);
    stopped.abort();
  });
});
