import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { assertEncrypted, assertPaymentsChosen, readSettings, InvalidSettingsError } from './env.ts';

test('nothing set: the defaults of a fresh machine', () => {
  const settings = readSettings({});
  expect(settings).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    worker: 'on',
    demo: true,
    celero: null,
    gatewayUrl: null,
  });
});

const celero = {
  CELERO_URL: 'https://gateway.example',
  CELERO_API_KEY: 'api_x',
  CELERO_PUBLIC_KEY: 'pub_x',
  CELERO_WEBHOOK_SECRET: 'secret',
};

test('in production payments are never simulated by default', () => {
  const createCheck = (source: Record<string, string | undefined>) => () => assertPaymentsChosen(readSettings(source));
  expect(createCheck({ NODE_ENV: 'production' })).toThrow(/CELERO_URL[\s\S]*GATEWAY/);
  expect(createCheck({ NODE_ENV: 'production' })).toThrow(InvalidSettingsError);
  for (const source of [
    { NODE_ENV: 'production', GATEWAY: 'simulator' },
    { NODE_ENV: 'production', ...celero },
    {},
    { NODE_ENV: 'test' },
  ])
    expect(createCheck(source)).not.toThrow();
  expect(() => readSettings({ GATEWAY: 'simulator', ...celero })).toThrow(/GATEWAY/);
});

test('text messages are simulated, but in production not offered without a service', () => {
  const service = { SMS_ACCOUNT: 'AC1', SMS_TOKEN: 'x', SMS_FROM: '+14025550100' };
  expect(readSettings({})).toMatchObject({ sms: null, offersTexts: true });
  expect(readSettings({ NODE_ENV: 'production' })).toMatchObject({ sms: null, offersTexts: false });
  expect(readSettings({ NODE_ENV: 'production', ...service })).toMatchObject({
    sms: { url: 'https://api.twilio.com', from: '+14025550100' },
    offersTexts: true,
  });
});

test('with a server the demo is off unless asked for, and never on in production', () => {
  const url = 'postgres://localhost/haulboard';
  const server = { NODE_ENV: 'development', DATABASE_URL: url };
  expect(readSettings(server).demo).toBe(false);
  expect(readSettings({ ...server, DEMO: 'on' }).demo).toBe(true);
  expect(readSettings({ NODE_ENV: 'production' }).demo).toBe(false);
  expect(() => readSettings({ NODE_ENV: 'production', DEMO: 'on' })).toThrow(/DEMO/);
});

test.each([
  [{ PORT: 'eighty' }, 'PORT'],
  [{ PORT: '70000' }, 'PORT'],
  [{ HOST: 'not..host' }, 'HOST'],
  [{ HOST: '127.0.0.1:3000' }, 'HOST'],
  [{ HOST: 'http://localhost' }, 'HOST'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
  [{ PUBLIC_URL: 'example.com' }, 'PUBLIC_URL'],
  [{ SMTP_URL: 'http://mail' }, 'SMTP_URL'],
  [{ WORKER: 'maybe' }, 'WORKER'],
  [{ TOKEN_KEY: 'short' }, 'TOKEN_KEY'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  [{ SMS_FROM: '402-555-0100' }, 'SMS_FROM'],
  [{ SMS_ACCOUNT: 'AC1', SMS_TOKEN: 'x' }, 'SMS_FROM'],
  [{ AI_URL: 'https://ai.example.com/v1' }, 'AI_KEY'],
  [{ REPLY_DOMAIN: 'reply.example.com' }, 'INBOUND_EMAIL_SECRET'],
  [{ REPLY_DOMAIN: 'reply@example.com', INBOUND_EMAIL_SECRET: 'x'.repeat(32) }, 'REPLY_DOMAIN'],
  [{ TRUST_PROXY: '10.0.0.0/8,proxy' }, 'TRUST_PROXY'],
  [{ MAIL_FROM: 'Haulboard' }, 'MAIL_FROM'],
  [{ SUPPORT_EMAIL: 'help' }, 'SUPPORT_EMAIL'],
  [{ FLAGS: 'newLayout,-sociallogin' }, 'FLAGS'],
  [{ CELERO_URL: 'https://gateway.example' }, 'CELERO_API_KEY'],
  [{ GATEWAY: 'none' }, 'GATEWAY'],
  [{ SIMULATOR_KEY: 'short' }, 'SIMULATOR_KEY'],
])('%j is refused and %s named', (source, name) => {
  expect(() => readSettings(source)).toThrow(InvalidSettingsError);
  expect(() => readSettings(source)).toThrow(new RegExp(name));
});

test.each(['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost', 'app', 'node_1', 'jobs.example.com', 'fe80::1%eth0'])(
  'listens at %s',
  (HOST) => {
    expect(readSettings({ HOST }).host).toBe(HOST);
  },
);

test('proxies and senders as .env.example writes them', () => {
  const proxies = '127.0.0.1,10.0.0.0/8, ::1,fd00::/8';
  const from = 'Haulboard <no-reply@jobs.example.com>';
  const { trustProxy, mail } = readSettings({ TRUST_PROXY: proxies, MAIL_FROM: from, SUPPORT_EMAIL: 'support@jobs.example.com' });
  expect(trustProxy).toEqual(['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8']);
  expect(mail).toMatchObject({ from, support: 'support@jobs.example.com' });
  expect(readSettings({ MAIL_FROM: 'no-reply@jobs.example.com' }).mail.from).toBe('no-reply@jobs.example.com');
});

test('every wrong value is reported', () => {
  expect(() => readSettings({ PORT: 'x', WORKER: 'y' })).toThrow(/PORT[\s\S]*WORKER/);
});

test('the developer routes are on in development and with DEMO, never in production', () => {
  const database = { DATABASE_URL: 'postgres://localhost/x' };
  expect(readSettings({}).gallery).toBe(true);
  expect(readSettings({ ...database, NODE_ENV: 'development' }).gallery).toBe(true);
  expect(readSettings({ ...database, NODE_ENV: 'test' }).gallery).toBe(false);
  expect(readSettings({ ...database, NODE_ENV: 'test', DEMO: 'on' }).gallery).toBe(true);
  expect(readSettings({ NODE_ENV: 'production' }).gallery).toBe(false);
});

describe('a database server without NODE_ENV is production', () => {
  const server = { DATABASE_URL: 'postgres://db.example.com/x', PUBLIC_URL: 'http://jobs.example.com' };
  const mail = { SMTP_URL: 'smtp://mail.example.com' };

  test('with everything that production demands', () => {
    const { assumesProduction: _, ...assumed } = readSettings({ ...server, ...mail });
    const { assumesProduction: __, ...named } = readSettings({ ...server, ...mail, NODE_ENV: 'production' });
    expect(assumed).toEqual(named);
    expect(assumed).toMatchObject({
      production: true,
      gallery: false,
      demo: false,
      requireSecondFactor: true,
      offersTexts: false,
    });
    expect(assumed.mail.requiresTls).toBe(true);
  });

  test('and what is refused says how to name another environment', () => {
    expect(() => assertEncrypted(readSettings(server))).toThrow(/PUBLIC_URL: [\s\S]*DATABASE_URL: [\s\S]*NODE_ENV: /);
    expect(() => assertPaymentsChosen(readSettings(server))).toThrow(/GATEWAY: [\s\S]*NODE_ENV: /);
    expect(() => readSettings({ ...server, DEMO: 'on' })).toThrow(/DEMO: [\s\S]*NODE_ENV: /);
    expect(() => assertPaymentsChosen(readSettings({ ...server, NODE_ENV: 'production' }))).not.toThrow(/NODE_ENV/);
  });

  test.each(['development', 'test'])('unless it says %s', (NODE_ENV) => {
    const settings = readSettings({ ...server, NODE_ENV });
    expect(settings).toMatchObject({ production: false, requireSecondFactor: false });
    expect(() => assertEncrypted(settings)).not.toThrow();
    expect(() => assertPaymentsChosen(settings)).not.toThrow();
  });

  test('and without a database server nothing set is development', () => {
    expect(readSettings({})).toMatchObject({ production: false, assumesProduction: false });
  });
});

const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://jobs.example.com' };

test.each([
  [{ PUBLIC_URL: 'http://jobs.example.com' }, 'PUBLIC_URL'],
  [{ DATABASE_URL: 'postgres://db.example.com/x' }, 'DATABASE_URL'],
  [{ DATABASE_URL: 'postgres://db.example.com/x?sslmode=require' }, 'DATABASE_URL'],
  [{ S3_URL: 'http://files.example.com', S3_BUCKET: 'b', S3_KEY: 'k', S3_SECRET: 's' }, 'S3_URL'],
  [{ ...celero, CELERO_URL: 'http://gateway.example' }, 'CELERO_URL'],
  [{ SMS_URL: 'http://sms.example.com' }, 'SMS_URL'],
  [{ AI_URL: 'http://ai.example.com/v1', AI_KEY: 'x' }, 'AI_URL'],
  [{ MAP_TILES_URL: 'http://tiles.example.com/{z}/{x}/{y}.png' }, 'MAP_TILES_URL'],
  [{ SECURITY_EVENTS_URL: 'syslog+udp://logs.example.com' }, 'SECURITY_EVENTS_URL'],
  [{ CLAMD_URL: 'tcp://scanner.example.com:3310' }, 'CLAMD_URL'],
  [{ GOOGLE_JWKS_URL: 'http://keys.example.com' }, 'GOOGLE_JWKS_URL'],
  [{ FACEBOOK_GRAPH_URL: 'http://graph.example.com' }, 'FACEBOOK_GRAPH_URL'],
])('production refuses %j unless it is told to', (source, name) => {
  const createCheck = (overrides: object) => () => assertEncrypted(readSettings({ ...production, ...source, ...overrides }));
  expect(createCheck({})).toThrow(new RegExp(`${name}:[\\s\\S]*ALLOW_UNENCRYPTED`));
  expect(createCheck({ ALLOW_UNENCRYPTED: 'on' })).not.toThrow();
  expect(createCheck({ NODE_ENV: 'test' })).not.toThrow();
});

test('production takes verified connections and those of its own machine', () => {
  const encryptedSettings = {
    ...production,
    DATABASE_URL: 'postgres://db.example.com/x?sslmode=verify-full',
    SMTP_URL: 'smtp://mail.example.com',
    SECURITY_EVENTS_URL: 'syslog+tls://logs.example.com',
    CLAMD_URL: 'unix:///run/clamav/clamd.ctl',
  };
  expect(() => assertEncrypted(readSettings(encryptedSettings))).not.toThrow();
  expect(readSettings(encryptedSettings).mail.requiresTls).toBe(true);
  expect(readSettings({ ...encryptedSettings, ALLOW_UNENCRYPTED: 'on' }).mail.requiresTls).toBe(false);
  const local = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://127.0.0.1/x',
    SMTP_URL: 'smtp://localhost:25',
    CLAMD_URL: 'tcp://127.0.0.1:3310',
  };
  expect(() => assertEncrypted(readSettings(local))).not.toThrow();
  expect(readSettings(local).mail.requiresTls).toBe(false);
});

test('a secret can come from a file, and never from two places', () => {
  const folder = mkdtempSync(join(tmpdir(), 'haulboard-settings-'));
  const file = join(folder, 'token');
  writeFileSync(file, `${'k'.repeat(40)}\n`);
  expect(readSettings({ TOKEN_KEY_FILE: file }).tokenKeys.current).toBe('k'.repeat(40));
  expect(() => readSettings({ TOKEN_KEY_FILE: file, TOKEN_KEY: 'x'.repeat(40) })).toThrow(/TOKEN_KEY/);
  expect(() => readSettings({ TOKEN_KEY_FILE: join(folder, 'none') })).toThrow(/TOKEN_KEY_FILE/);
  rmSync(folder, { recursive: true });
});

test('the lengths of sessions, in the units of their settings', () => {
  const minute = 60_000;
  expect(readSettings({}).sessionLimits).toEqual({
    driver: { maxIdleMs: 30 * 24 * 60 * minute, maxAgeMs: 90 * 24 * 60 * minute },
    employer: { maxIdleMs: 12 * 60 * minute, maxAgeMs: 7 * 24 * 60 * minute },
    admin: { maxIdleMs: 30 * minute, maxAgeMs: 12 * 60 * minute },
  });
  expect(readSettings({ ADMIN_IDLE_MINUTES: '15' }).sessionLimits.admin.maxIdleMs).toBe(15 * minute);
  for (const wrong of ['0', '4', 'soon']) expect(() => readSettings({ ADMIN_IDLE_MINUTES: wrong })).toThrow(/ADMIN_IDLE_MINUTES/);
});
