import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { generateApi } from 'swagger-typescript-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCompany, makeEmployee } from '#server/demo/builders.ts';
import { hashPassword } from '#server/session/passwords.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** A client generated from the OpenAPI document compiles, has types, and works. */
let t: TestApp;
let base: string;
const folder = mkdtempSync(join(tmpdir(), 'haulboard-client-'));
beforeAll(async () => {
  t = await startTestApp();
  base = await t.app.listen({ port: 0, host: '127.0.0.1' });
  const spec = t.app.inject({ url: '/api/1.0/openapi.json' }).then((answer) => answer.json<never>());
  const options = { output: folder, fileName: 'client.ts', httpClientType: 'fetch', silent: true } as const;
  await generateApi({ ...options, spec: await spec });
  writeFileSync(join(folder, 'work.ts'), program);
});
afterAll(async () => {
  await t.close();
  rmSync(folder, { recursive: true, force: true });
});

const program = `import { Api } from './client.ts';

export async function work(baseUrl: string, email: string, password: string) {
  const client = new Api<string>({
    baseUrl,
    securityWorker: (token) => (token ? { headers: { authorization: 'Bearer ' + token } } : {}),
  });
  const { data: session } = (await client.api.postAuthLogin({ email, password, device_id: 'k3j4h5g6', role: 'employer' })).data;
  client.setSecurityData(session.accessToken);
  const { data: order } = (
    await client.api.postJobs({
      title: 'Reefer Driver',
      job_type: 'reefer',
      required_experience: 'M6',
      home_time: 'HW',
      job_description: 'By a generated client.',
      salary_type: 'weekly',
      addresses: [{ postal_code: '68102' }],
    })
  ).data;
  const token: string = order.jobs_post_token;
  const filters = { and: [{ field: 'title', operator: 'ilike' as const, value: 'reefer' }] };
  const found = (await client.api.postJobsSearch({ limit: 5 }, { filters })).data;
  const titles: string[] = found.data.map(({ title }) => title);
  // @ts-expect-error The catalogue of job types is part of the contract.
  await client.api.patchJobsId(order.jobs[0]!.id, { job_type: 'submarine' }).catch((refused: { status: number }) => {
    if (refused.status !== 422) throw refused;
  });
  return { token, titles, total: found.pagination.total };
}
`;

test('it compiles strictly, and a wrong value does not', () => {
  const lib = '--lib esnext,dom,dom.iterable --skipLibCheck --types node'.split(' ');
  const how = '--noEmit --strict --target esnext --module esnext --moduleResolution bundler --allowImportingTsExtensions'.split(
    ' ',
  );
  const roots = ['--typeRoots', resolve('node_modules/@types')];
  const { stdout, status } = spawnSync(resolve('node_modules/.bin/tsc'), [...how, ...lib, ...roots, 'work.ts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect({ stdout, status }).toEqual({ stdout: '', status: 0 });
});

test('it signs in, posts and searches', async () => {
  const password = 'Long-Haul#2026';
  const company = await makeCompany(t.services.db);
  const { email } = await makeEmployee(t.services.db, company.id, { passwordHash: await hashPassword(password) });
  const { work } = (await import(join(folder, 'work.ts'))) as {
    work: (...given: [base: string, email: string, password: string]) => Promise<object>;
  };
  expect(await work(base, email, password)).toEqual({ token: expect.any(String), titles: ['Reefer Driver'], total: 1 });
});
