/** The addresses of Google, Apple and Facebook, which receive client secrets or send the keys that sign identities. */
const signInSettings = [
  'GOOGLE_JWKS_URL',
  'GOOGLE_AUTHORIZE_URL',
  'APPLE_JWKS_URL',
  'APPLE_AUTHORIZE_URL',
  'FACEBOOK_JWKS_URL',
  'FACEBOOK_AUTHORIZE_URL',
  'FACEBOOK_GRAPH_URL',
] as const;

/** The settings with the addresses of services whose encryption is checked (`docs/operations.md#encryption`). */
type Addresses = Partial<
  Record<
    | 'DATABASE_URL'
    | 'MIGRATION_DATABASE_URL'
    | 'S3_URL'
    | 'CELERO_URL'
    | 'SMS_URL'
    | 'AI_URL'
    | 'FMCSA_URL'
    | 'SMTP_URL'
    | 'MAP_TILES_URL'
    | 'SECURITY_EVENTS_URL'
    | 'CLAMD_URL'
    | (typeof signInSettings)[number],
    string
  >
>;

/** Whether a service is on this machine, so that its traffic crosses no network. */
export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address);
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\]|)$/.test(hostname);
}

const needsHttps = 'must begin with https://';

/** The settings whose service is neither encrypted nor on this machine, each with the problem. */
export function unencryptedServices(addresses: Addresses, publicUrl: string): { setting: string; problem: string }[] {
  const problems: { setting: string; problem: string }[] = [];
  const check = (setting: string, address: string | undefined, problemOf: (url: URL) => string | null) => {
    const problem = address && !isLoopback(address) ? problemOf(new URL(address)) : null;
    if (problem) problems.push({ setting, problem });
  };
  const checkHttps = ({ protocol }: URL) => (protocol === 'http:' ? needsHttps : null);
  const checkSslMode = ({ searchParams }: URL) =>
    searchParams.get('sslmode') === 'verify-full' || searchParams.get('sslrootcert') === 'system'
      ? null
      : 'must end with ?sslmode=verify-full; other modes do not check whose server it is';
  check('PUBLIC_URL', publicUrl, checkHttps);
  check('DATABASE_URL', addresses.DATABASE_URL, checkSslMode);
  check('MIGRATION_DATABASE_URL', addresses.MIGRATION_DATABASE_URL, checkSslMode);
  for (const setting of ['S3_URL', 'CELERO_URL', 'SMS_URL', 'AI_URL', 'FMCSA_URL', ...signInSettings] as const)
    check(setting, addresses[setting], checkHttps);
  check('CLAMD_URL', addresses.CLAMD_URL, ({ protocol }) =>
    protocol === 'tcp:' ? 'must be a unix:// socket or on this machine, because the scanner receives files unencrypted' : null,
  );
  check('MAP_TILES_URL', addresses.MAP_TILES_URL?.replaceAll(/[{}]/g, ''), checkHttps);
  check('SECURITY_EVENTS_URL', addresses.SECURITY_EVENTS_URL, ({ protocol }) =>
    ['http:', 'syslog+udp:', 'syslog+tcp:'].includes(protocol) ? 'must begin with https:// or syslog+tls://' : null,
  );
  return problems;
}
