import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { findServerProgramFolder } from '#tests/helpers/cluster.ts';
import { startServer } from '#tests/helpers/server.ts';

/** Runs, without Docker, what the image contains, and the roles and steps of `docker-compose.yml`, on a database of its own. */
const root = new URL('../../..', import.meta.url).pathname;
const serverUrl = inject('server');
const path = [findServerProgramFolder(), process.env['PATH']].filter(Boolean).join(delimiter);
/** The roles need `\\getenv`. */
const oldestPsql = 14;
const psqlVersion =
  spawnSync('psql', ['--version'], { env: { PATH: path } })
    .stdout?.toString()
    .match(/\d+/)?.[0] ?? 0;
const hasPsql = Number(psqlVersion) >= oldestPsql;

/** Makes the folder that the `code` stage of the Dockerfile makes, with its own commands. */
function buildImageFolder({ demo }: { demo: 'on' | 'off' }): string {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
  const stage = /^FROM \S+ AS code\n([\s\S]*?)\n\n/m.exec(dockerfile)?.[1] ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'haulboard-image-'));
  for (const [, source = '', target = ''] of stage.matchAll(/^COPY (\S+) (\S+)$/gm))
    cpSync(join(root, source), join(folder, target), { recursive: true });
  for (const [, command = ''] of stage.matchAll(/^RUN (.+)$/gm))
    execFileSync('sh', ['-c', command], { cwd: folder, env: { PATH: path, DEMO: demo } });
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  for (const name of ['node_modules', 'dist'])
    if (existsSync(join(root, name))) symlinkSync(join(root, name), join(folder, name));
  return folder;
}

const filesIn = (folder: string): string[] =>
  ['server', 'shared', 'drizzle'].flatMap((part) =>
    readdirSync(join(folder, part), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)),
  );

describe('the image', () => {
  let [folder, demoFolder] = ['', ''];
  beforeAll(() => {
    folder = buildImageFolder({ demo: 'off' });
    demoFolder = buildImageFolder({ demo: 'on' });
  });
  afterAll(() => {
    for (const one of [folder, demoFolder]) rmSync(one, { recursive: true, force: true });
  });

  it('has no tests, and demo data and test providers only when they are built in', () => {
    const isDemo = (file: string) => /demo|test-sign-in|commands\/seed/.test(file);
    expect(filesIn(folder).filter((file) => /\.test\./.test(file) || isDemo(file))).toEqual([]);
    expect(filesIn(demoFolder).filter((file) => file.includes('.test.'))).toEqual([]);
    expect(filesIn(demoFolder).filter(isDemo).length).toBeGreaterThan(5);
  });

  it('takes its code from the stage that removes them', () => {
    const lastStage =
      readFileSync(join(root, 'Dockerfile'), 'utf8')
        .split(/^FROM /m)
        .at(-1) ?? '';
    expect(lastStage).toMatch(/^COPY --from=code /m);
    expect([...lastStage.matchAll(/^COPY (?!--from=)(.+) \S+$/gm)].map(([, files]) => files)).toEqual(['package.json LICENSE']);
  });

  it('starts without the demo', async () => {
    const server = await startServer({ programFolder: folder, env: { NODE_ENV: 'development', DEMO: 'off' } });
    try {
      expect((await fetch(`${server.url}/jobs`)).status).toBe(200);
    } finally {
      expect(await server.stop()).toBe(0);
    }
  });

  it('explains that it has no demo', async () => {
    const start = startServer({ programFolder: folder, env: { DEMO: 'on' } });
    await expect(start).rejects.toThrow(/DEMO: this image was built without the demo/);
  });

  it('starts the demo when it is built in', async () => {
    const server = await startServer({ programFolder: demoFolder, env: { DEMO: 'on' } });
    try {
      expect((await fetch(`${server.url}/test-sign-in/google/authorize`)).status).toBe(400);
    } finally {
      expect(await server.stop()).toBe(0);
    }
  });

  it.skipIf(serverUrl === null || !hasPsql)(
    'serves with a role that owns nothing, as docker-compose.yml starts it: roles, then migrations, then the nodes',
    async () => {
      const [database, role] = [`image_${randomBytes(6).toString('hex')}`, `image_${randomBytes(6).toString('hex')}`];
      const admin = postgres(`${serverUrl}/postgres`, { max: 1, onnotice: () => undefined });
      await admin.unsafe(`create database ${database}`);
      try {
        const ownerUrl = `${serverUrl}/${database}`;
        const appUrl = new URL(ownerUrl);
        [appUrl.username, appUrl.password] = [role, "pass'word"];
        const env = {
          NODE_ENV: 'production',
          GATEWAY: 'simulator',
          ALLOW_UNENCRYPTED: 'on',
          TOKEN_KEY: 'k'.repeat(64),
          DATABASE_URL: appUrl.href,
          MIGRATIONS: 'off',
        };
        const compose = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8')) as {
          configs: { roles: { content: string } };
        };
        const rolesSql = compose.configs.roles.content.replaceAll('haulboard_app', role);
        /** Returns the stored hash of the password. */
        const setPassword = async (password: string) => {
          execFileSync('psql', ['--no-psqlrc', '--set=ON_ERROR_STOP=1', '--file=-', ownerUrl], {
            input: rolesSql,
            env: { PATH: path, APP_DATABASE_PASSWORD: password },
            stdio: ['pipe', 'ignore', 'pipe'],
          });
          const [stored] = await admin`select rolpassword from pg_authid where rolname = ${role}`;
          return stored?.['rolpassword'] as string | null;
        };
        const firstHash = await setPassword('another');
        expect(firstHash).toMatch(/^SCRAM/);
        // The second start of the services finds the role.
        expect(await setPassword("pass'word")).not.toBe(firstHash);

        await expect(startServer({ programFolder: folder, env })).rejects.toThrow(/npm run db:migrate/);
        execFileSync(process.execPath, ['server/commands/migrate.ts'], {
          cwd: folder,
          env: { PATH: path, NODE_ENV: 'production', DATABASE_URL: appUrl.href, MIGRATION_DATABASE_URL: ownerUrl },
        });
        const server = await startServer({ programFolder: folder, env });
        try {
          expect((await fetch(`${server.url}/jobs`)).status).toBe(200);
          const sql = postgres(appUrl.href, { max: 1 });
          const owned = await sql`
            select relname from pg_class where pg_get_userbyid(relowner) = current_user
            union all select nspname from pg_namespace where pg_get_userbyid(nspowner) = current_user
            union all select proname from pg_proc where pg_get_userbyid(proowner) = current_user`;
          await sql.end();
          expect(owned).toHaveLength(0);
        } finally {
          expect(await server.stop()).toBe(0);
        }
      } finally {
        await admin.unsafe(`drop database ${database} with (force)`);
        await admin.unsafe(`drop role if exists ${role}`);
        await admin.end();
      }
    },
  );
});
