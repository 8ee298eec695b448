import { lookup } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Agent, fetch, type Response as Answer } from 'undici';

/**
 * Calls external services over HTTP, which no other code does. URLs come from the settings; those that a company or a browser
 * names are checked ({@link isAllowedProviderUrl}). Even so, an answer cannot lead elsewhere: redirects are refused, only the
 * service's own origin is called, public names must not resolve to private networks, and both the time and the size of the
 * answer are limited.
 */
export type OutgoingRequest = { method?: string; headers?: Record<string, string>; body?: string };
type Options = OutgoingRequest & {
  /** The origin from the settings. A path or query with user input cannot change it. */
  service: string;
  timeoutMs: number;
  maxBytes?: number;
  /** Opens the connections, see {@link checkedConnections}. */
  through?: Agent;
};

export type OutgoingResponse = { ok: boolean; status: number; headers: Pick<Headers, 'get'>; text: string };

export class BlockedAddressError extends Error {
  readonly code = 'ENOTFOUND';
}

const megabyte = 1024 * 1024;
const internalAddresses = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  internalAddresses.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  // Teredo and 6to4 carry IPv4 addresses, which may be private.
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  internalAddresses.addSubnet(network, bits, 'ipv6');

/** Whether an address belongs to this machine or a private network. IPv4 addresses written as IPv6 are recognized too. */
export function isPrivateAddress(address: string): boolean {
  const embeddedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return internalAddresses.check(embeddedIpv4 ?? address, isIP(embeddedIpv4 ?? address) === 6 ? 'ipv6' : 'ipv4');
}

type Lookup = (name: string) => Promise<readonly { address: string; family: number }[]>;
const resolveAll: Lookup = (name) => lookup(name, { all: true });

/**
 * Names without a dot, such as those of containers, and names in an internal domain are the operator's own choice, so they may
 * be private.
 */
const isInternalName = (name: string) => !name.includes('.') || name.endsWith('.internal') || name.endsWith('.local');

/**
 * Resolves a name and checks all its addresses. The connection uses the checked address without resolving the name again, so
 * that the name cannot point elsewhere in the meantime.
 */
export const publicLookup =
  (resolveName: Lookup = resolveAll, isExempt: (name: string) => boolean = isInternalName): LookupFunction =>
  (name, { all }, callback) => {
    const onResolved = (addresses: Awaited<ReturnType<Lookup>>) => {
      const [first] = addresses;
      if (!first || (!isExempt(name) && addresses.some(({ address }) => isPrivateAddress(address))))
        return callback(new BlockedAddressError(`${name} leads into a private network`), '');
      if (all) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    };
    resolveName(name).then(onResolved, (error: Error) => callback(error, ''));
  };

export const checkedConnections = (names?: Lookup): Agent => new Agent({ connect: { lookup: publicLookup(names) } });
const connections = checkedConnections();

function assertOwnOrigin(service: string, address: string): void {
  const [base, url] = [new URL(service), new URL(address)];
  if (url.origin !== base.origin || url.username || url.password || !/^https?:$/.test(url.protocol))
    throw new Error('The service cannot be asked', { cause: new BlockedAddressError(`${url.origin} is not ${base.origin}`) });
}

/** @throws what fetch throws; its `cause.code` says whether anything was sent */
export async function requestService(
  url: string,
  { service, timeoutMs, maxBytes = megabyte, through = connections, ...request }: Options,
): Promise<OutgoingResponse> {
  assertOwnOrigin(service, url);
  const options = { ...request, dispatcher: through, redirect: 'error' as const, signal: AbortSignal.timeout(timeoutMs) };
  const response = await fetch(url, options);
  return { ok: response.ok, status: response.status, headers: response.headers, text: await readLimited(response, maxBytes) };
}

async function readLimited(response: Answer, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += (chunk as Uint8Array).length;
    if (bytes > maxBytes) throw new Error(`${new URL(response.url).host} answered too much`);
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Wraps `requestService` as a `fetch` function, for libraries that need one, such as the library that reads a provider's keys.
 */
export const serviceFetch =
  (service: string, timeoutMs: number) =>
  async (url: string, { headers: requestHeaders }: RequestInit = {}): Promise<Response> => {
    const { text, status, headers } = await requestService(url, {
      headers: Object.fromEntries(new Headers(requestHeaders)),
      service,
      timeoutMs,
    });
    return new Response(text, { status, headers: { 'content-type': headers.get('content-type') ?? 'application/json' } });
  };

/** The hosts in the operator's own network that may be providers, also without https (`PRIVATE_SIGN_IN_PROVIDERS`). */
export type PrivateHosts = readonly string[];

export const isPrivateProvider = (address: string, privateHosts: PrivateHosts): boolean =>
  URL.canParse(address) && privateHosts.includes(new URL(address).hostname);

/** Ports below belong to other services, such as mail, and an answer to a call there could be misused. */
const firstOpenPort = 1024;

/**
 * Whether the server may call a provider whose URL was entered by someone other than the operator: https on a public host name,
 * or a host that the operator named.
 */
export function isAllowedProviderUrl(address: string, privateHosts: PrivateHosts): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port, username, password } = new URL(address);
  if (username || password || !/^https?:$/.test(protocol)) return false;
  if (isPrivateProvider(address, privateHosts)) return true;
  if (protocol !== 'https:' || (port && Number(port) < firstOpenPort)) return false;
  const name = hostname.replace(/\.$/, '');
  return !name.startsWith('[') && isIP(name) === 0 && !isInternalName(name);
}

const strictConnections = new Agent({ connect: { lookup: publicLookup(resolveAll, () => false) } });

type ProviderRequest = { method?: string; headers?: HeadersInit; body?: unknown };

const isSendable = (body: unknown): body is string | URLSearchParams | Uint8Array =>
  typeof body === 'string' || body instanceof URLSearchParams || body instanceof Uint8Array;

/**
 * A `fetch` function for such a provider, and for the push services of browsers. Each URL is checked, including those that the
 * provider publishes. Only the operator's own hosts may resolve to a private network.
 */
export const providerFetch =
  ({ privateHosts, timeoutMs }: { privateHosts: PrivateHosts; timeoutMs: number }) =>
  async (url: string, { method = 'GET', headers, body }: ProviderRequest): Promise<Response> => {
    if (!isAllowedProviderUrl(url, privateHosts))
      throw new Error('The service cannot be asked', { cause: new BlockedAddressError('This address is not allowed') });
    const response = await fetch(url, {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      ...(isSendable(body) ? { body } : {}),
      ...(isPrivateProvider(url, privateHosts) ? {} : { dispatcher: strictConnections }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const contentType = response.headers.get('content-type');
    const text = await readLimited(response, megabyte);
    return new Response(text || null, {
      status: response.status,
      ...(contentType ? { headers: { 'content-type': contentType } } : {}),
    });
  };

/**
 * A `fetch` function that refuses redirects. A redirect would send the request, with the data in it, to an address that no
 * setting names.
 */
export const fetchWithoutRedirects: typeof globalThis.fetch = (input, init) =>
  globalThis.fetch(input, { ...init, redirect: 'error' });
