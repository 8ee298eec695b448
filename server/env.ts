import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { readSocial, socialShape, testSocialSettings } from '#server/social-settings.ts';
import { dayMs } from '#shared/days.ts';
import { flagNames, unknownFlags } from '#shared/flags.ts';

/** The settings, their defaults and their validation (`docs/product/running.md#settings`). No other file reads `process.env`. */
const optional = z.string().trim().min(1).optional();
const address = (protocols: string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be an address that begins with ${protocols.join('// or ')}//`,
    );
const web = address(['http:', 'https:']);
const perMinute = (usual: number) =>
  z.coerce.number('must be a number of requests').int().min(1, 'must be at least 1').default(usual);
const secret = (characters: number) => z.string().min(characters, `must have at least ${characters} characters`).optional();
/** A secret and the previous one, which stays valid during a rotation. */
const both = (...secrets: (string | undefined)[]) => secrets.filter((one) => one !== undefined);
const days = (usual: number, min: number) =>
  z.coerce.number('must be a number of days').int().min(min, `must be at least ${min}`).default(usual);
const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;
/** A length of time in one unit. A session of less than a few minutes could not be used. */
const length = (unit: string, usual: number, min = 1) =>
  z.coerce.number(`must be a number of ${unit}`).min(min, `must be at least ${min}`).default(usual);
const emailIn = (text: string) => z.email().safeParse(/<([^<>]+)>\s*$/.exec(text)?.[1] ?? text.trim());
const isAddressOrName = (text: string) => isIP(text) > 0 || /^[\w-]+(\.[\w-]+)*\.?$/.test(text);
const isNetwork = (text: string) => z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).safeParse(text).success;
const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text;
const isDnsServer = (text: string) =>
  z.ipv4().safeParse(text.replace(/:\d{1,5}$/, '')).success || z.ipv6().safeParse(text).success;

const listOf = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

const schema = z.object({
  PORT: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(0, 'must be 0 to 65535')
    .max(65535, 'must be 0 to 65535')
    .default(3000),
  HOST: z
    .string()
    .refine(isAddressOrName, 'must be an address or a name of this machine, such as 127.0.0.1 or 0.0.0.0')
    .default('127.0.0.1'),
  PUBLIC_URL: web.optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: address(['postgres:', 'postgresql:']).optional(),
  DATABASE_POOL: z.coerce
    .number('must be a number')
    .int()
    .min(1, 'must be at least 1')
    .max(500, 'must be at most 500')
    .default(16),
  DATABASE_WAIT: z.coerce
    .number('must be a number of seconds')
    .min(0.1, 'must be at least 0.1')
    .max(60, 'must be at most 60')
    .default(5),
  DATABASE_PREPARE: z.enum(['true', 'false'], 'must be true or false').default('true'),
  S3_URL: web.optional(),
  S3_BUCKET: optional,
  S3_KEY: optional,
  S3_SECRET: optional,
  CLAMD_URL: address(['tcp:', 'unix:']).optional(),
  SMTP_URL: address(['smtp:', 'smtps:']).optional(),
  MAIL_FROM: z
    .string()
    .refine(
      (text) => emailIn(text).success,
      'must be an email address, perhaps with a name: Haulboard <no-reply@jobs.example.com>',
    )
    .default('Haulboard <no-reply@haulboard.example>'),
  SUPPORT_EMAIL: z.email('must be an email address').default('support@haulboard.example'),
  GATEWAY: z.enum(['simulator'], 'must be simulator, or unset with the four CELERO_ settings').optional(),
  SIMULATOR_KEY: secret(32),
  CELERO_URL: web.optional(),
  CELERO_API_KEY: optional,
  CELERO_PUBLIC_KEY: optional,
  CELERO_WEBHOOK_SECRET: optional,
  CELERO_WEBHOOK_SECRET_PREVIOUS: optional,
  GOOGLE_MAPS_KEY: optional,
  MAP_TILES_URL: z
    .string()
    .regex(/^https?:\/\/\S+\{z\}\S*\{x\}\S*\{y\}\S*$/, 'must be a web address with {z}, {x} and {y} in it')
    .optional(),
  TOKEN_KEY: secret(32),
  TOKEN_KEY_PREVIOUS: secret(32),
  EMAIL_CHECK_SECRET: secret(16),
  EMAIL_CHECK_SECRET_PREVIOUS: secret(16),
  WORKER: z.enum(['on', 'off', 'only'], 'must be on, off or only').default('on'),
  DEMO: z.enum(['on', 'off'], 'must be on or off').optional(),
  NODE_ENV: z.enum(['production', 'development', 'test'], 'must be production, development or test').optional(),
  ALLOW_UNENCRYPTED: z.enum(['on', 'off'], 'must be on or off').default('off'),
  REQUIRE_SECOND_FACTOR: z.enum(['on', 'off'], 'must be on or off').optional(),
  PRIVATE_SIGN_IN_PROVIDERS: z.enum(['on', 'off'], 'must be on or off').default('off'),
  DNS_SERVERS: z
    .string()
    .refine((text) => listOf(text).every(isDnsServer), 'must be addresses such as 1.1.1.1 or 127.0.0.1:5353, by comma')
    .default(''),
  TRUST_PROXY: z
    .string()
    .refine((text) => listOf(text).every(isNetwork), 'must be addresses or networks such as 127.0.0.1,10.0.0.0/8')
    .default(''),
  CORS_ORIGINS: z
    .string()
    .refine((text) => listOf(text).every(isOrigin), 'must be origins such as https://app.example.com, by comma')
    .default(''),
  REQUESTS_PER_ADDRESS: perMinute(6000),
  REQUESTS_PER_ACCOUNT: perMinute(1200),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'must be a log level such as info')
    .default('info'),
  METRICS_TOKEN: optional,
  SECURITY_EVENTS_URL: address(['syslog+udp:', 'syslog+tcp:', 'syslog+tls:', 'http:', 'https:']).optional(),
  SECURITY_EVENTS_SECRET: secret(32),
  SECURITY_EVENTS_SECRET_PREVIOUS: secret(32),
  SECURITY_EVENT_DAYS: days(400, 30),
  AUDIT_DAYS: days(2555, 365),
  OUTBOX_DAYS: days(90, 7),
  APPLICATION_DAYS: days(1095, 180),
  CLOSED_COMPANY_DAYS: days(30, 1),
  DRIVER_IDLE_DAYS: length('days', 30),
  DRIVER_SESSION_DAYS: length('days', 90),
  EMPLOYER_IDLE_HOURS: length('hours', 12),
  EMPLOYER_SESSION_DAYS: length('days', 7),
  ADMIN_IDLE_MINUTES: length('minutes', 30, 5),
  ADMIN_SESSION_HOURS: length('hours', 12),
  MIGRATION_DATABASE_URL: address(['postgres:', 'postgresql:']).optional(),
  ...socialShape,
  FLAGS: z
    .string()
    .refine((text) => unknownFlags(text).length === 0, `knows only ${flagNames.join(', ')}, each perhaps with a minus before it`)
    .default(''),
});

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(schema.shape);

export class WrongSettings extends Error {}

/** The settings that have a value. `NAME_FILE` names a file that holds the value of `NAME`, such as a mounted secret. */
function withFiles(source: Record<string, string | undefined>): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of settingNames) {
    const [value, file] = [source[name], source[`${name}_FILE`]];
    if (value?.trim()) values[name] = value;
    if (!file?.trim()) continue;
    if (values[name] !== undefined) throw new WrongSettings(`Wrong settings:\n  ${name}: set it or ${name}_FILE, not both`);
    try {
      values[name] = readFileSync(file.trim(), 'utf8').replace(/\r?\n$/, '');
    } catch {
      throw new WrongSettings(`Wrong settings:\n  ${name}_FILE: the file ${file} cannot be read`);
    }
  }
  return values;
}

/** Reads and validates the settings. Throws {@link WrongSettings} with one line per wrong value, each naming the setting. */
export function readSettings(source: Record<string, string | undefined>) {
  const values = withFiles(source);
  const result = schema.safeParse(values);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new WrongSettings(`Wrong settings:\n${lines.join('\n')}`);
  }
  const s = result.data;
  const celero = [s.CELERO_URL, s.CELERO_API_KEY, s.CELERO_PUBLIC_KEY, s.CELERO_WEBHOOK_SECRET];
  if (celero.some(Boolean) && !celero.every(Boolean)) {
    throw new WrongSettings(
      'Wrong settings:\n  CELERO_URL, CELERO_API_KEY, CELERO_PUBLIC_KEY and CELERO_WEBHOOK_SECRET: set all four, or none for the simulator',
    );
  }
  if (s.GATEWAY && celero.every(Boolean))
    throw new WrongSettings(
      'Wrong settings:\n  GATEWAY: the simulator is not used with a CELERO_ gateway; leave one of them out',
    );
  const s3 = [s.S3_URL, s.S3_BUCKET, s.S3_KEY, s.S3_SECRET];
  if (s3.some(Boolean) && !s3.every(Boolean))
    throw new WrongSettings(
      'Wrong settings:\n  S3_URL, S3_BUCKET, S3_KEY and S3_SECRET: set all four, or none to keep files in DATA_DIR',
    );
  if (s.SECURITY_EVENTS_URL?.startsWith('http') && !s.SECURITY_EVENTS_SECRET)
    throw new WrongSettings(
      'Wrong settings:\n  SECURITY_EVENTS_SECRET: is needed to sign the events that are sent to a web address',
    );
  const production = s.NODE_ENV === 'production';
  const demo = !production && (s.DEMO ?? (s.DATABASE_URL ? 'off' : 'on')) === 'on';
  if (production && s.DEMO === 'on') throw new WrongSettings('Wrong settings:\n  DEMO: is never on in production');
  const publicUrl = (s.PUBLIC_URL ?? `http://localhost:${s.PORT}`).replace(/\/$/, '');
  const allowsUnencrypted = s.ALLOW_UNENCRYPTED === 'on';
  const social = readSocial(s);
  const isSocialSimulated = demo && Object.values(social).every((provider) => provider === null);
  return {
    port: s.PORT,
    host: s.HOST,
    publicUrl,
    dataDir: resolve(s.DATA_DIR),
    database: {
      url: s.DATABASE_URL,
      ...(s.MIGRATION_DATABASE_URL && { migrationUrl: s.MIGRATION_DATABASE_URL }),
      pool: s.DATABASE_POOL,
      waitSeconds: s.DATABASE_WAIT,
      prepare: s.DATABASE_PREPARE === 'true',
    },
    s3:
      s.S3_URL && s.S3_BUCKET && s.S3_KEY && s.S3_SECRET
        ? { url: s.S3_URL, bucket: s.S3_BUCKET, key: s.S3_KEY, secret: s.S3_SECRET }
        : null,
    mail: {
      smtpUrl: s.SMTP_URL,
      from: s.MAIL_FROM,
      support: s.SUPPORT_EMAIL,
      /** Whether an email may only be handed over encrypted. */
      requiresTls: production && !allowsUnencrypted && !!s.SMTP_URL && !isLoopback(s.SMTP_URL),
    },
    celero:
      s.CELERO_URL && s.CELERO_API_KEY && s.CELERO_PUBLIC_KEY && s.CELERO_WEBHOOK_SECRET
        ? {
            url: s.CELERO_URL,
            apiKey: s.CELERO_API_KEY,
            publicKey: s.CELERO_PUBLIC_KEY,
            webhookSecret: s.CELERO_WEBHOOK_SECRET,
            ...(s.CELERO_WEBHOOK_SECRET_PREVIOUS && { previousWebhookSecret: s.CELERO_WEBHOOK_SECRET_PREVIOUS }),
          }
        : null,
    /** The address of the payment gateway, for browsers too. Null with the simulator. */
    gatewayUrl: s.CELERO_URL ?? null,
    virusScannerUrl: s.CLAMD_URL,
    /** True only if simulated payments were requested explicitly, which production requires. */
    simulatesPayments: s.GATEWAY === 'simulator',
    simulatorKey: s.SIMULATOR_KEY,
    googleMapsKey: s.GOOGLE_MAPS_KEY,
    mapTilesUrl: s.MAP_TILES_URL,
    tokenKeys: { current: s.TOKEN_KEY, previous: s.TOKEN_KEY_PREVIOUS },
    emailCheckSecrets: both(s.EMAIL_CHECK_SECRET, s.EMAIL_CHECK_SECRET_PREVIOUS),
    /** Accounts of the admin side can do nothing else until they have a second factor. */
    requireSecondFactor: (s.REQUIRE_SECOND_FACTOR ?? (production ? 'on' : 'off')) === 'on',
    /** Whether a company's sign-in provider may be in a private network and without encryption. */
    privateSignInProviders: s.PRIVATE_SIGN_IN_PROVIDERS === 'on',
    /** Where to look for a company's DNS record. Empty for the system's servers. */
    dnsServers: listOf(s.DNS_SERVERS),
    /** How long sessions live, by the roles of the account (server/session/session-limits.ts). */
    sessionLimits: {
      driver: { idleMs: s.DRIVER_IDLE_DAYS * dayMs, maxMs: s.DRIVER_SESSION_DAYS * dayMs },
      employer: { idleMs: s.EMPLOYER_IDLE_HOURS * hourMs, maxMs: s.EMPLOYER_SESSION_DAYS * dayMs },
      admin: { idleMs: s.ADMIN_IDLE_MINUTES * minuteMs, maxMs: s.ADMIN_SESSION_HOURS * hourMs },
    },
    worker: s.WORKER,
    demo,
    production,
    /** The addresses of services that are reached without encryption, which production refuses. */
    unencrypted: production && !allowsUnencrypted ? unencryptedServices(s, publicUrl) : [],
    /** Whether the component gallery is on (`docs/product/news-and-ads.md#component-gallery`). */
    // With a database server and no NODE_ENV it is off, because NODE_ENV may have been forgotten in production.
    gallery: demo || s.NODE_ENV === 'development' || (s.NODE_ENV === undefined && !s.DATABASE_URL),
    trustProxy: listOf(s.TRUST_PROXY),
    corsOrigins: listOf(s.CORS_ORIGINS),
    /** Requests per minute, counted across all servers (server/limits). */
    requestsAMinute: { perAddress: s.REQUESTS_PER_ADDRESS, perAccount: s.REQUESTS_PER_ACCOUNT },
    logLevel: s.LOG_LEVEL,
    metricsToken: s.METRICS_TOKEN,
    securityReceiver: s.SECURITY_EVENTS_URL
      ? { url: s.SECURITY_EVENTS_URL, secrets: both(s.SECURITY_EVENTS_SECRET, s.SECURITY_EVENTS_SECRET_PREVIOUS) }
      : null,
    /** After how many days the worker deletes something (`docs/data.md`). */
    retentionDays: {
      securityEvents: s.SECURITY_EVENT_DAYS,
      audit: s.AUDIT_DAYS,
      outbox: s.OUTBOX_DAYS,
      applications: s.APPLICATION_DAYS,
      closedCompanies: s.CLOSED_COMPANY_DAYS,
    },
    flags: s.FLAGS,
    social: isSocialSimulated ? testSocialSettings({ publicUrl, ownUrl: `http://${s.HOST}:${s.PORT}` }) : social,
    /** In the demo without a real provider, the product serves its own test providers (server/site/test-sign-in). */
    isSocialSimulated,
  };
}

export type Settings = ReturnType<typeof readSettings>;

/** The settings of this process. The environment overrides the `.env` file, if there is one. */
export function settingsOfProcess(): Settings {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readSettings(process.env);
}

/** The settings for serving. In production, simulated payments must be requested explicitly. */
export function settingsToServe(): Settings {
  const settings = settingsOfProcess();
  assertPaymentsChosen(settings);
  assertEncrypted(settings);
  return settings;
}

/** In production every service is reached encrypted, unless ALLOW_UNENCRYPTED says otherwise. */
export function assertEncrypted({ unencrypted }: Pick<Settings, 'unencrypted'>): void {
  if (unencrypted.length === 0) return;
  const lines = unencrypted.map(({ setting, problem }) => `  ${setting}: ${problem}`);
  throw new WrongSettings(
    `Wrong settings:\n${lines.join('\n')}\n  ALLOW_UNENCRYPTED: set it to on if these connections stay inside a network that you trust`,
  );
}

export function assertPaymentsChosen({
  production,
  gatewayUrl,
  simulatesPayments,
}: Pick<Settings, 'production' | 'gatewayUrl' | 'simulatesPayments'>): void {
  if (!production || gatewayUrl || simulatesPayments) return;
  throw new WrongSettings(
    'Wrong settings:\n  CELERO_URL, CELERO_API_KEY, CELERO_PUBLIC_KEY and CELERO_WEBHOOK_SECRET: set all four to take payments.\n' +
      '  GATEWAY: set it to simulator to try Haulboard without a gateway. No money moves then, and no real card works.',
  );
}

/** Addresses of services, as far as encryption goes (`docs/operations.md#encryption`). */
type Addresses = Partial<
  Record<
    'DATABASE_URL' | 'MIGRATION_DATABASE_URL' | 'S3_URL' | 'CELERO_URL' | 'SMTP_URL' | 'MAP_TILES_URL' | 'SECURITY_EVENTS_URL',
    string
  >
>;

/** A service on the same machine, which no network is in between of. */
function isLoopback(address: string): boolean {
  const { hostname } = new URL(address);
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\]|)$/.test(hostname);
}

const needsHttps = 'must begin with https://';

function unencryptedServices(addresses: Addresses, publicUrl: string): { setting: string; problem: string }[] {
  const problems: { setting: string; problem: string }[] = [];
  const check = (setting: string, address: string | undefined, problemOf: (url: URL) => string | null) => {
    const problem = address && !isLoopback(address) ? problemOf(new URL(address)) : null;
    if (problem) problems.push({ setting, problem });
  };
  const https = ({ protocol }: URL) => (protocol === 'http:' ? needsHttps : null);
  const verified = ({ searchParams }: URL) =>
    searchParams.get('sslmode') === 'verify-full' || searchParams.get('sslrootcert') === 'system'
      ? null
      : 'must end with ?sslmode=verify-full; other modes do not check whose server it is';
  check('PUBLIC_URL', publicUrl, https);
  check('DATABASE_URL', addresses.DATABASE_URL, verified);
  check('MIGRATION_DATABASE_URL', addresses.MIGRATION_DATABASE_URL, verified);
  for (const setting of ['S3_URL', 'CELERO_URL'] as const) check(setting, addresses[setting], https);
  check('MAP_TILES_URL', addresses.MAP_TILES_URL?.replaceAll(/[{}]/g, ''), https);
  check('SECURITY_EVENTS_URL', addresses.SECURITY_EVENTS_URL, ({ protocol }) =>
    ['http:', 'syslog+udp:', 'syslog+tcp:'].includes(protocol) ? 'must begin with https:// or syslog+tls://' : null,
  );
  return problems;
}
