import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { assertPaymentsChosen, readSettings, settingNames } from '#server/settings/env.ts';
import { npmStartOptions } from '#tests/helpers/server.ts';

/** Checks the Docker files without Docker: the settings exist, and so does what they copy and run. */
const root = new URL('../../..', import.meta.url).pathname;
const read = (name: string) => readFileSync(join(root, name), 'utf8');

type Service = {
  build?: string;
  image?: string;
  environment?: Record<string, string>;
  command?: string[] | string;
  healthcheck?: { test: string[] };
  depends_on?: string[] | Record<string, unknown>;
  volumes?: string[];
  networks?: string[] | Record<string, unknown>;
  configs?: { source: string }[];
};
type Compose = {
  services: Record<string, Service>;
  volumes: object;
  networks: object;
  configs: Record<string, { content: string }>;
};

const composeFile = parse(read('docker-compose.yml'), { merge: true }) as Compose;
const nodes = Object.entries(composeFile.services).filter(([name]) => name.startsWith('node-'));
/** Replaces `${NAME:-default}` and `${NAME?message}` as Docker Compose does from an `.env` file. */
const filled = (text: string, env: Record<string, string>): string =>
  text.replace(
    /\$\{(\w+)(?:(:?)([-?])((?:\$\{(?:\$\{[^}]*\}|[^}])*\}|[^}])*))?\}/g,
    (_, name: string, colon: string, sign: string, rest: string) => {
      const value = env[name];
      if (value !== undefined && !(colon && value === '')) return value;
      if (sign === '?') throw new Error(rest);
      return sign === '-' ? filled(rest, env) : '';
    },
  );
/** What `.env` has to have, whatever else is chosen. */
const passwords = {
  TOKEN_KEY: 'x'.repeat(32),
  POSTGRES_PASSWORD: 'p'.repeat(24),
  APP_DATABASE_PASSWORD: 'a'.repeat(24),
  S3_SECRET: 's'.repeat(24),
};
const settingsWith = (env: Record<string, string>, environment: Record<string, string> = {}) =>
  readSettings({
    ...Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filled(value, { ...passwords, ...env })])),
    NODE_ENV: 'production',
  });

describe('docker-compose.yml', () => {
  it('starts two nodes whose settings all exist and are valid', () => {
    expect(nodes).toHaveLength(2);
    for (const [, { environment = {} }] of nodes) {
      expect(Object.keys(environment).filter((name) => !settingNames.includes(name))).toEqual([]);
      const settings = settingsWith({ GATEWAY: 'simulator' }, environment);
      expect(settings).toMatchObject({ worker: 'on', demo: false, celero: null, s3: { bucket: 'haulboard' } });
      expect(() => assertPaymentsChosen(settings)).not.toThrow();
      expect(settings.database.url).toMatch(/@postgres:5432\//);
      expect(settings.trustProxy).toHaveLength(1);
    }
  });

  it('gives its nodes a role that owns nothing, and only the migrations the role that owns the tables', () => {
    const urlOf = (service: Service | undefined, setting: string) =>
      new URL(filled(service?.environment?.[setting] ?? '', { ...passwords, GATEWAY: 'simulator' }));
    const { migrate, postgres } = composeFile.services;
    const owner = filled(postgres?.environment?.['POSTGRES_USER'] ?? '', {});
    for (const [, node] of nodes) {
      expect(urlOf(node, 'DATABASE_URL').username).not.toBe(owner);
      expect(node.environment).not.toHaveProperty('MIGRATION_DATABASE_URL');
      expect(JSON.stringify(node.environment)).not.toContain('POSTGRES_PASSWORD');
      expect(node.environment).toHaveProperty('MIGRATIONS', 'off');
      expect(Object.keys(node.depends_on ?? {})).toContain('migrate');
      expect(urlOf(migrate, 'DATABASE_URL').href).toBe(urlOf(node, 'DATABASE_URL').href);
    }
    expect(urlOf(migrate, 'MIGRATION_DATABASE_URL').username).toBe(owner);
    expect(postgres?.healthcheck?.test.join(' ')).toContain(' -h ');
    expect(migrate?.command?.slice(1)).toEqual(['server/commands/migrate.ts']);
  });

  it('simulates payments only when asked to, and says what to set when no choice was made', () => {
    const celero = {
      CELERO_URL: 'https://gateway.example.com',
      CELERO_API_KEY: 'api_1',
      CELERO_PUBLIC_KEY: 'pub_1',
      CELERO_WEBHOOK_SECRET: 'a-secret-of-some-length',
    };
    for (const [, { environment }] of nodes) {
      expect(() => settingsWith({}, environment)).toThrow(/GATEWAY=simulator.*CELERO_/);
      const settings = settingsWith({ ...celero, GATEWAY: '' }, environment);
      expect(settings).toMatchObject({ simulatesPayments: false, celero: { url: celero.CELERO_URL } });
      expect(() => assertPaymentsChosen(settings)).not.toThrow();
    }
  });

  it('has no password of its own: the database, the files and the tokens get theirs from .env', () => {
    const built = Object.values(composeFile.services).filter(({ build }) => build !== undefined);
    const values = built.flatMap(({ environment = {} }) => Object.values(environment));
    for (const [name, password] of Object.entries(passwords)) {
      const complete = values.map((value) => filled(value, { ...passwords, GATEWAY: 'simulator' }));
      expect(complete.join(' ')).toContain(password);
      const others = Object.fromEntries(Object.entries(passwords).filter(([other]) => other !== name));
      const start = () => values.map((value) => filled(value, { ...others, GATEWAY: 'simulator' }));
      expect(start).toThrow(`Put ${name} into .env`);
    }
    for (const [service, { environment = {} }] of Object.entries(composeFile.services))
      for (const [name, value] of Object.entries(environment).filter(([one]) => /PASSWORD|SECRET|TOKEN/.test(one)))
        expect(value, `${service}: ${name}`).toMatch(/^\$\{\w+(?::\?[^}]+|:-)?\}$/);
  });

  it('names only services, volumes, networks and configs that it has, each image at a version', () => {
    const namesOf = (some: string[] | Record<string, unknown> = []) => (Array.isArray(some) ? some : Object.keys(some));
    for (const [name, service] of Object.entries(composeFile.services)) {
      for (const other of namesOf(service.depends_on))
        expect(composeFile.services, `${name} needs ${other}`).toHaveProperty(other);
      for (const network of namesOf(service.networks)) expect(composeFile.networks).toHaveProperty(network);
      for (const volume of service.volumes ?? []) expect(composeFile.volumes).toHaveProperty(volume.split(':')[0] ?? '');
      for (const { source } of service.configs ?? []) expect(composeFile.configs).toHaveProperty(source);
      if (service.build === undefined) expect(service.image).toMatch(/:[\w.-]*\d/);
    }
    for (const [name] of nodes) expect(composeFile.configs['caddyfile']?.content).toContain(`${name}:3000`);
  });

  it('mentions every setting of .env.example by a name that exists', () => {
    const named = [...read('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name);
    expect(named.filter((name) => !settingNames.includes(name))).toEqual([]);
    expect(settingNames.filter((name) => !named.includes(name))).toEqual([]);
  });
});

describe('Dockerfile', () => {
  const file = read('Dockerfile');

  it('copies existing files only, runs as an unprivileged user, and contains no secrets', () => {
    const copied = [...file.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) => names.split(' '));
    for (const name of copied) expect(existsSync(join(root, name)), name).toBe(true);
    const [, program = ''] = /^CMD \["node".*, "(.+)"\]$/m.exec(file) ?? [];
    expect(existsSync(join(root, program))).toBe(true);
    expect(file.lastIndexOf('USER node')).toBeGreaterThan(file.lastIndexOf('\nRUN '));
    expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.env', 'data', '.git', 'node_modules']));
    expect(file).not.toMatch(/^(ARG|ENV).*(KEY|SECRET|TOKEN|PASSWORD)/m);
  });

  it('starts Node with the options of npm start', () => {
    const [, options = ''] = /^CMD \["node", (.+), "server\/.+"\]$/m.exec(file) ?? [];
    expect(options.split(', ').map((option) => option.replaceAll('"', ''))).toEqual(npmStartOptions);
    expect(npmStartOptions).not.toEqual([]);
  });

  it('leaves out no package that the server needs', () => {
    const [, removed = ''] = /^RUN rm -rf (.+)$/m.exec(file) ?? [];
    const gone = removed.split(' ').map((path) => path.replace('node_modules/', ''));
    const imported = new Set<string>();
    for (const folder of ['server', 'shared', 'drizzle/schema'])
      for (const path of sourcesIn(join(root, folder)))
        for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(/(?:from|import)\s*\(?'([^'.#][^']*)'/g))
          imported.add(name);
    expect(imported.size).toBeGreaterThan(30);
    for (const name of imported)
      expect(
        gone.filter((start) => name === start || name.startsWith(`${start}/`)),
        name,
      ).toEqual([]);
  });
});

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}
