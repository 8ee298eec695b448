/**
 * The settings, their defaults and their validation (`docs/product/running.md#settings`). No other file reads `process.env`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { dayMs } from '#shared/days.ts';
import { flagNames, unknownFlags } from '#shared/flags.ts';
import { readSocialSettings, socialShape, testSocialSettings } from './social-settings.ts';
import { isLoopback, unencryptedServices } from './unencrypted-services.ts';

const optional = z.string().trim().min(1).optional();
/** Stands at the end of emails outside production, so that the demo shows what they look like. */
const demoPostalAddress = 'Haulboard, 1 Example Street, Omaha, NE 68102';
const urlWithProtocol = (protocols: string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be an address that begins with ${protocols.join('// or ')}//`,
    );
const web = urlWithProtocol(['http:', 'https:']);
const requestsPerMinute = (fallback: number) =>
  z.coerce.number('must be a number of requests').int().min(1, 'must be at least 1').default(fallback);
const secret = (characters: number) => z.string().min(characters, `must have at least ${characters} characters`).optional();
/** The current and the previous secret, if they are set. The previous one stays valid during a rotation. */
const withoutUndefined = (...secrets: (string | undefined)[]) => secrets.filter((value) => value !== undefined);
const days = (fallback: number, min: number) =>
  z.coerce.number('must be a number of days').int().min(min, `must be at least ${min}`).default(fallback);
const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;
/** A duration in one unit. The minimum keeps sessions long enough to be usable. */
const durationIn = (unit: string, fallback: number, min = 1) =>
  z.coerce.number(`must be a number of ${unit}`).min(min, `must be at least ${min}`).default(fallback);
const parseEmail = (text: string) => z.email().safeParse(/<([^<>]+)>\s*$/.exec(text)?.[1] ?? text.trim());
const isAddressOrName = (text: string) => isIP(text) > 0 || /^[\w-]+(\.[\w-]+)*\.?$/.test(text);
const isNetwork = (text: string) => z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).safeParse(text).success;
const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text;
/** `on` was the value of an earlier version, which allowed every host. Now hosts must be named. */
const isHostName = (text: string) =>
  /^[\w.:[\]-]+$/.test(text) &&
  text !== 'on' &&
  URL.canParse(`http://${text}`) &&
  new URL(`http://${text}`).hostname === text.toLowerCase();
const isDnsServer = (text: string) =>
  z.ipv4().safeParse(text.replace(/:\d{1,5}$/, '')).success || z.ipv6().safeParse(text).success;

const parseList = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** The push services of Chrome, Edge, Opera and Samsung Internet, of Firefox, of Safari, and of Edge on Windows. */
const knownPushServices = 'fcm.googleapis.com, push.services.mozilla.com, push.apple.com, notify.windows.com';

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
  DATABASE_URL: urlWithProtocol(['postgres:', 'postgresql:']).optional(),
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
  CLAMD_URL: urlWithProtocol(['tcp:', 'unix:']).optional(),
  SMTP_URL: urlWithProtocol(['smtp:', 'smtps:']).optional(),
  MAIL_FROM: z
    .string()
    .refine(
      (text) => parseEmail(text).success,
      'must be an email address, perhaps with a name: Haulboard <no-reply@jobs.example.com>',
    )
    .default('Haulboard <no-reply@haulboard.example>'),
  SUPPORT_EMAIL: z.email('must be an email address').default('support@haulboard.example'),
  POSTAL_ADDRESS: optional,
  SMS_URL: web.default('https://api.twilio.com'),
  SMS_ACCOUNT: optional,
  SMS_TOKEN: optional,
  SMS_TOKEN_PREVIOUS: optional,
  SMS_FROM: z
    .string()
    .regex(
      /^(?:\+1\d{10}|\d{5,6}|MG\w{32})$/,
      'must be a number such as +14025550100, a short code, or the id of a messaging service',
    )
    .optional(),
  REPLY_DOMAIN: z
    .string()
    .regex(/^(?=.{4,190}$)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, 'must be a domain in lowercase such as reply.jobs.example.com')
    .optional(),
  INBOUND_EMAIL_SECRET: secret(32),
  INBOUND_EMAIL_SECRET_PREVIOUS: secret(32),
  AI_URL: web.optional(),
  AI_KEY: optional,
  AI_MODEL: z.string().trim().min(1).default('gpt-4o-mini'),
  FMCSA_WEB_KEY: optional,
  FMCSA_URL: web.default('https://mobile.fmcsa.dot.gov'),
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
  PRIVATE_SIGN_IN_PROVIDERS: z
    .string()
    .refine((text) => parseList(text).every(isHostName), 'must be host names or addresses without a port, by comma')
    .default(''),
  PUSH_SERVICES: z
    .string()
    .refine((text) => parseList(text).every(isHostName), 'must be host names or addresses without a port, by comma')
    .default(knownPushServices),
  DNS_SERVERS: z
    .string()
    .refine((text) => parseList(text).every(isDnsServer), 'must be addresses such as 1.1.1.1 or 127.0.0.1:5353, by comma')
    .default(''),
  TRUST_PROXY: z
    .string()
    .refine((text) => parseList(text).every(isNetwork), 'must be addresses or networks such as 127.0.0.1,10.0.0.0/8')
    .default(''),
  CORS_ORIGINS: z
    .string()
    .refine((text) => parseList(text).every(isOrigin), 'must be origins such as https://app.example.com, by comma')
    .default(''),
  REQUESTS_PER_ADDRESS: requestsPerMinute(6000),
  REQUESTS_PER_ACCOUNT: requestsPerMinute(1200),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'must be a log level such as info')
    .default('info'),
  METRICS_TOKEN: optional,
  SECURITY_EVENTS_URL: urlWithProtocol(['syslog+udp:', 'syslog+tcp:', 'syslog+tls:', 'http:', 'https:']).optional(),
  SECURITY_EVENTS_SECRET: secret(32),
  SECURITY_EVENTS_SECRET_PREVIOUS: secret(32),
  SECURITY_EVENT_DAYS: days(400, 30),
  AUDIT_DAYS: days(2555, 365),
  OUTBOX_DAYS: days(90, 7),
  APPLICATION_DAYS: days(1095, 180),
  CLOSED_COMPANY_DAYS: days(30, 1),
  DRIVER_IDLE_DAYS: durationIn('days', 30),
  DRIVER_SESSION_DAYS: durationIn('days', 90),
  EMPLOYER_IDLE_HOURS: durationIn('hours', 12),
  EMPLOYER_SESSION_DAYS: durationIn('days', 7),
  ADMIN_IDLE_MINUTES: durationIn('minutes', 30, 5),
  ADMIN_SESSION_HOURS: durationIn('hours', 12),
  MIGRATION_DATABASE_URL: urlWithProtocol(['postgres:', 'postgresql:']).optional(),
  MIGRATIONS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  ...socialShape,
  FLAGS: z
    .string()
    .refine((text) => unknownFlags(text).length === 0, `knows only ${flagNames.join(', ')}, each perhaps with a minus before it`)
    .default(''),
});

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(schema.shape);

export class InvalidSettingsError extends Error {}

/** The settings that have a value. `NAME_FILE` names a file that holds the value of `NAME`, such as a mounted secret. */
function readValues(source: Record<string, string | undefined>): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of settingNames) {
    const [value, file] = [source[name], source[`${name}_FILE`]];
    if (value?.trim()) values[name] = value;
    if (!file?.trim()) continue;
    if (values[name] !== undefined)
      throw new InvalidSettingsError(`Wrong settings:\n  ${name}: set it or ${name}_FILE, not both`);
    try {
      values[name] = readFileSync(file.trim(), 'utf8').replace(/\r?\n$/, '');
    } catch {
      throw new InvalidSettingsError(`Wrong settings:\n  ${name}_FILE: the file ${file} cannot be read`);
    }
  }
  return values;
}

/**
 * Reads and validates the settings. Throws {@link InvalidSettingsError} with one line per wrong value, each naming the setting.
 */
export function readSettings(source: Record<string, string | undefined>) {
  const values = readValues(source);
  const result = schema.safeParse(values);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new InvalidSettingsError(`Wrong settings:\n${lines.join('\n')}`);
  }
  const env = result.data;
  const celero = [env.CELERO_URL, env.CELERO_API_KEY, env.CELERO_PUBLIC_KEY, env.CELERO_WEBHOOK_SECRET];
  if (celero.some(Boolean) && !celero.every(Boolean)) {
    throw new InvalidSettingsError(
      'Wrong settings:\n  CELERO_URL, CELERO_API_KEY, CELERO_PUBLIC_KEY and CELERO_WEBHOOK_SECRET: set all four, or none for the simulator',
    );
  }
  if (env.GATEWAY && celero.every(Boolean))
    throw new InvalidSettingsError(
      'Wrong settings:\n  GATEWAY: the simulator is not used with a CELERO_ gateway; leave one of them out',
    );
  const s3 = [env.S3_URL, env.S3_BUCKET, env.S3_KEY, env.S3_SECRET];
  if (s3.some(Boolean) && !s3.every(Boolean))
    throw new InvalidSettingsError(
      'Wrong settings:\n  S3_URL, S3_BUCKET, S3_KEY and S3_SECRET: set all four, or none to keep files in DATA_DIR',
    );
  const sms = [env.SMS_ACCOUNT, env.SMS_TOKEN, env.SMS_FROM];
  if (sms.some(Boolean) && !sms.every(Boolean))
    throw new InvalidSettingsError(
      'Wrong settings:\n  SMS_ACCOUNT, SMS_TOKEN and SMS_FROM: set all three, or none to keep text messages in DATA_DIR/outbox',
    );
  if (Boolean(env.AI_URL) !== Boolean(env.AI_KEY))
    throw new InvalidSettingsError('Wrong settings:\n  AI_URL and AI_KEY: set both, or none for drafts from built-in templates');
  if (Boolean(env.REPLY_DOMAIN) !== Boolean(env.INBOUND_EMAIL_SECRET))
    throw new InvalidSettingsError(
      'Wrong settings:\n  REPLY_DOMAIN and INBOUND_EMAIL_SECRET: set both, or none if drivers answer in the members area only',
    );
  if (env.SECURITY_EVENTS_URL?.startsWith('http') && !env.SECURITY_EVENTS_SECRET)
    throw new InvalidSettingsError(
      'Wrong settings:\n  SECURITY_EVENTS_SECRET: is needed to sign the events that are sent to a web address',
    );
  const assumesProduction = env.NODE_ENV === undefined && env.DATABASE_URL !== undefined;
  const production = env.NODE_ENV === 'production' || assumesProduction;
  const demo = !production && (env.DEMO ?? (env.DATABASE_URL ? 'off' : 'on')) === 'on';
  if (production && env.DEMO === 'on')
    throw new InvalidSettingsError(`Wrong settings:\n  DEMO: is never on in production${environmentHint({ assumesProduction })}`);
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, '');
  const allowsUnencrypted = env.ALLOW_UNENCRYPTED === 'on';
  const social = readSocialSettings(env);
  const isSocialSimulated = demo && Object.values(social).every((provider) => provider === null);
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    dataDir: resolve(env.DATA_DIR),
    database: {
      url: env.DATABASE_URL,
      ...(env.MIGRATION_DATABASE_URL && { migrationUrl: env.MIGRATION_DATABASE_URL }),
      /** Whether the start migrates the database. If not, it only checks that `npm run db:migrate` has run. */
      runMigrations: env.MIGRATIONS === 'on',
      pool: env.DATABASE_POOL,
      waitSeconds: env.DATABASE_WAIT,
      prepare: env.DATABASE_PREPARE === 'true',
    },
    s3:
      env.S3_URL && env.S3_BUCKET && env.S3_KEY && env.S3_SECRET
        ? { url: env.S3_URL, bucket: env.S3_BUCKET, key: env.S3_KEY, secret: env.S3_SECRET }
        : null,
    mail: {
      smtpUrl: env.SMTP_URL,
      from: env.MAIL_FROM,
      support: env.SUPPORT_EMAIL,
      postalAddress: env.POSTAL_ADDRESS ?? (production ? null : demoPostalAddress),
      /** Whether emails may be sent only over an encrypted connection. */
      requiresTls: production && !allowsUnencrypted && !!env.SMTP_URL && !isLoopback(env.SMTP_URL),
    },
    /** Text messages to drivers. Null with the simulator. */
    sms:
      env.SMS_ACCOUNT && env.SMS_TOKEN && env.SMS_FROM
        ? {
            url: env.SMS_URL,
            account: env.SMS_ACCOUNT,
            token: env.SMS_TOKEN,
            previousToken: env.SMS_TOKEN_PREVIOUS,
            from: env.SMS_FROM,
          }
        : null,
    /** In production without a service, text messages are not offered, because no phone would get them. */
    offersTexts: !production || Boolean(env.SMS_ACCOUNT),
    /** The AI service that helps people write. Null if only the built-in templates are used. */
    ai: env.AI_URL && env.AI_KEY ? { url: env.AI_URL, key: env.AI_KEY, model: env.AI_MODEL } : null,
    /** The federal registry of carriers. Null without a key: then only a demo checks numbers, with its simulator. */
    fmcsa: env.FMCSA_WEB_KEY ? { url: env.FMCSA_URL, webKey: env.FMCSA_WEB_KEY } : null,
    /**
     * The domain that receives drivers' replies by email, and the secrets that sign the requests which deliver them. Null if
     * drivers can answer only in the members area.
     */
    inboundEmail: env.REPLY_DOMAIN
      ? { domain: env.REPLY_DOMAIN, secrets: withoutUndefined(env.INBOUND_EMAIL_SECRET, env.INBOUND_EMAIL_SECRET_PREVIOUS) }
      : null,
    celero:
      env.CELERO_URL && env.CELERO_API_KEY && env.CELERO_PUBLIC_KEY && env.CELERO_WEBHOOK_SECRET
        ? {
            url: env.CELERO_URL,
            apiKey: env.CELERO_API_KEY,
            publicKey: env.CELERO_PUBLIC_KEY,
            webhookSecret: env.CELERO_WEBHOOK_SECRET,
            ...(env.CELERO_WEBHOOK_SECRET_PREVIOUS && { previousWebhookSecret: env.CELERO_WEBHOOK_SECRET_PREVIOUS }),
          }
        : null,
    /** The address of the payment gateway, for browsers too. Null with the simulator. */
    gatewayUrl: env.CELERO_URL ?? null,
    virusScannerUrl: env.CLAMD_URL,
    /** True only if simulated payments were requested explicitly, which production requires. */
    simulatesPayments: env.GATEWAY === 'simulator',
    simulatorKey: env.SIMULATOR_KEY,
    googleMapsKey: env.GOOGLE_MAPS_KEY,
    mapTilesUrl: env.MAP_TILES_URL,
    tokenKeys: { current: env.TOKEN_KEY, previous: env.TOKEN_KEY_PREVIOUS },
    emailCheckSecrets: withoutUndefined(env.EMAIL_CHECK_SECRET, env.EMAIL_CHECK_SECRET_PREVIOUS),
    /** Whether accounts of the admin side have to set up a second factor before they can do anything else. */
    requireSecondFactor: (env.REQUIRE_SECOND_FACTOR ?? (production ? 'on' : 'off')) === 'on',
    /** Whether a company's sign-in provider may be in a private network and without encryption. */
    privateSignInProviders: parseList(env.PRIVATE_SIGN_IN_PROVIDERS.replace(/^off$/, '')).map(
      (host) => new URL(`http://${host}`).hostname,
    ),
    /** The hosts to which push notifications may be sent, with their subdomains. Each browser chooses its push service. */
    pushServices: parseList(env.PUSH_SERVICES).map((host) => new URL(`http://${host}`).hostname),
    /** The DNS servers that are asked for a company's record. Empty for the system's servers. */
    dnsServers: parseList(env.DNS_SERVERS),
    /** How long sessions live, by the roles of the account (server/session/session-limits.ts). */
    sessionLimits: {
      driver: { maxIdleMs: env.DRIVER_IDLE_DAYS * dayMs, maxAgeMs: env.DRIVER_SESSION_DAYS * dayMs },
      employer: { maxIdleMs: env.EMPLOYER_IDLE_HOURS * hourMs, maxAgeMs: env.EMPLOYER_SESSION_DAYS * dayMs },
      admin: { maxIdleMs: env.ADMIN_IDLE_MINUTES * minuteMs, maxAgeMs: env.ADMIN_SESSION_HOURS * hourMs },
    },
    worker: env.WORKER,
    demo,
    production,
    /** With a database server and no NODE_ENV it is production, because someone may have forgotten NODE_ENV there. */
    assumesProduction,
    /** The settings whose services would be reached without encryption, which production refuses. */
    unencrypted: production && !allowsUnencrypted ? unencryptedServices(env, publicUrl) : [],
    /** Whether the component gallery is on (`docs/product/news-and-ads.md#component-gallery`). */
    gallery: demo || (!production && env.NODE_ENV !== 'test'),
    trustProxy: parseList(env.TRUST_PROXY),
    corsOrigins: parseList(env.CORS_ORIGINS),
    /** Requests per minute, counted across all servers (server/limits). */
    requestsAMinute: { perAddress: env.REQUESTS_PER_ADDRESS, perAccount: env.REQUESTS_PER_ACCOUNT },
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN,
    securityReceiver: env.SECURITY_EVENTS_URL
      ? {
          url: env.SECURITY_EVENTS_URL,
          secrets: withoutUndefined(env.SECURITY_EVENTS_SECRET, env.SECURITY_EVENTS_SECRET_PREVIOUS),
        }
      : null,
    /** After how many days the worker deletes each kind of data (`docs/data.md`). */
    retentionDays: {
      securityEvents: env.SECURITY_EVENT_DAYS,
      audit: env.AUDIT_DAYS,
      outbox: env.OUTBOX_DAYS,
      applications: env.APPLICATION_DAYS,
      closedCompanies: env.CLOSED_COMPANY_DAYS,
    },
    flags: env.FLAGS,
    social: isSocialSimulated ? testSocialSettings({ publicUrl, ownUrl: `http://${env.HOST}:${env.PORT}` }) : social,
    /** In the demo without a real provider, the product serves its own test providers (server/site/test-sign-in). */
    isSocialSimulated,
  };
}

export type Settings = ReturnType<typeof readSettings>;

/** The settings of this process. The environment overrides the `.env` file, if there is one. */
export function readProcessSettings(): Settings {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readSettings(process.env);
}

/** The settings for serving. In production, simulated payments and unencrypted connections must be requested explicitly. */
export function readServerSettings(): Settings {
  const settings = readProcessSettings();
  assertPaymentsChosen(settings);
  assertEncrypted(settings);
  return settings;
}

/** Names the setting to someone who did not expect that this is production. */
const environmentHint = ({ assumesProduction }: Pick<Settings, 'assumesProduction'>): string =>
  assumesProduction ? '\n  NODE_ENV: set it to development if this is not production, which DATABASE_URL alone means' : '';

/** The environment of this process, as a development environment unless it says another one. */
export const developmentEnvironment = () => ({ ...process.env, NODE_ENV: process.env['NODE_ENV'] ?? 'development' });

/** In production, every service must be reached over an encrypted connection unless ALLOW_UNENCRYPTED is on. */
export function assertEncrypted({ unencrypted, ...settings }: Pick<Settings, 'unencrypted' | 'assumesProduction'>): void {
  if (unencrypted.length === 0) return;
  const lines = unencrypted.map(({ setting, problem }) => `  ${setting}: ${problem}`);
  throw new InvalidSettingsError(
    `Wrong settings:\n${lines.join('\n')}\n  ALLOW_UNENCRYPTED: set it to on if these connections stay inside a network that you trust${environmentHint(settings)}`,
  );
}

export function assertPaymentsChosen({
  production,
  gatewayUrl,
  simulatesPayments,
  assumesProduction,
}: Pick<Settings, 'production' | 'gatewayUrl' | 'simulatesPayments' | 'assumesProduction'>): void {
  if (!production || gatewayUrl || simulatesPayments) return;
  throw new InvalidSettingsError(
    'Wrong settings:\n  CELERO_URL, CELERO_API_KEY, CELERO_PUBLIC_KEY and CELERO_WEBHOOK_SECRET: set all four to take payments.\n' +
      '  GATEWAY: set it to simulator to try Haulboard without a gateway. No money moves then, and no real card works.' +
      environmentHint({ assumesProduction }),
  );
}
