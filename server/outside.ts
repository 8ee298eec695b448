import { lookup } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Agent, fetch, type Response as Answer } from 'undici';

/**
 * Calls external services over HTTP. No other code does. URLs come from the settings and never from a user. Even so, an
 * answer cannot lead elsewhere: redirects are refused, only the service's own origin is called, public names must not
 * resolve to private networks, and both the time and the size of the answer are limited.
 */
export type OutsideRequest = { method?: string; headers?: Record<string, string>; body?: string };
type Options = OutsideRequest & {
  /** The origin from the settings. A path or query with user input cannot change it. */
  service: string;
  timeoutMs: number;
  maxBytes?: number;
  /** Opens the connections, see {@link checkedConnections}. */
  through?: Agent;
};

export type OutsideAnswer = { ok: boolean; status: number; headers: Pick<Headers, 'get'>; text: string };

export class OutsideRefused extends Error {
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
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  internalAddresses.addSubnet(network, bits, 'ipv6');

/** Whether an address belongs to this machine or a private network, also for IPv4 written as IPv6. */
export function isInside(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return internalAddresses.check(mapped ?? address, isIP(mapped ?? address) === 6 ? 'ipv6' : 'ipv4');
}

type Lookup = (name: string) => Promise<readonly { address: string; family: number }[]>;
const everyAddress: Lookup = (name) => lookup(name, { all: true });

/** Names without a dot, such as containers, and literal addresses are the operator's own choice, so they may be private. */
const isInternalName = (name: string) => !name.includes('.') || name.endsWith('.internal') || name.endsWith('.local');

/**
 * Resolves a name and checks all its addresses. The connection is made to the checked address without resolving again, so
 * that the name cannot point elsewhere meanwhile.
 */
export const lookupOutside =
  (names: Lookup = everyAddress, isExempt: (name: string) => boolean = isInternalName): LookupFunction =>
  (name, { all }, answer) => {
    const found = (addresses: Awaited<ReturnType<Lookup>>) => {
      const [first] = addresses;
      if (!first || (!isExempt(name) && addresses.some(({ address }) => isInside(address))))
        return answer(new OutsideRefused(`${name} leads into a private network`), '');
      if (all) answer(null, [...addresses]);
      else answer(null, first.address, first.family);
    };
    names(name).then(found, (error: Error) => answer(error, ''));
  };

export const checkedConnections = (names?: Lookup): Agent => new Agent({ connect: { lookup: lookupOutside(names) } });
const connections = checkedConnections();

function assertOwnOrigin(service: string, address: string): void {
  const [base, url] = [new URL(service), new URL(address)];
  if (url.origin !== base.origin || url.username || url.password || !/^https?:$/.test(url.protocol))
    throw new Error('The service cannot be asked', { cause: new OutsideRefused(`${url.origin} is not ${base.origin}`) });
}

/** @throws what fetch throws; its `cause.code` says whether anything was sent */
export async function requestOutside(
  url: string,
  { service, timeoutMs, maxBytes = megabyte, through = connections, ...request }: Options,
): Promise<OutsideAnswer> {
  assertOwnOrigin(service, url);
  const options = { ...request, dispatcher: through, redirect: 'error' as const, signal: AbortSignal.timeout(timeoutMs) };
  const response = await fetch(url, options);
  return { ok: response.ok, status: response.status, headers: response.headers, text: await bounded(response, maxBytes) };
}

async function bounded(response: Answer, max: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += (chunk as Uint8Array).length;
    if (bytes > max) throw new Error(`${new URL(response.url).host} answered too much`);
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The same as a `fetch` function, for libraries that take one, such as the one that reads a provider's keys. */
export const fetchOutside =
  (service: string, timeoutMs: number) =>
  async (url: string, { headers: requestHeaders }: RequestInit = {}): Promise<Response> => {
    const { text, status, headers } = await requestOutside(url, {
      headers: Object.fromEntries(new Headers(requestHeaders)),
      service,
      timeoutMs,
    });
    return new Response(text, { status, headers: { 'content-type': headers.get('content-type') ?? 'application/json' } });
  };

/**
 * Whether a service that someone else than the operator named may be called: https on a public host name. With
 * `mayBePrivate`, the operator allows any host, for providers in the same network.
 */
export function isForeignAddress(address: string, { mayBePrivate }: { mayBePrivate: boolean }): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (username || password || !/^https?:$/.test(protocol)) return false;
  if (mayBePrivate) return true;
  const name = hostname.replace(/\.$/, '');
  return protocol === 'https:' && !name.startsWith('[') && isIP(name) === 0 && !isInternalName(name);
}

const strictConnections = new Agent({ connect: { lookup: lookupOutside(everyAddress, () => false) } });

type ForeignRequest = { method?: string; headers?: HeadersInit; body?: unknown };

/**
 * A `fetch` for such a service. Each address is checked, also those that the service publishes, and no name may resolve to a
 * private network.
 */
export const fetchForeign =
  ({ mayBePrivate, timeoutMs }: { mayBePrivate: boolean; timeoutMs: number }) =>
  async (url: string, { method = 'GET', headers, body }: ForeignRequest): Promise<Response> => {
    if (!isForeignAddress(url, { mayBePrivate }))
      throw new Error('The service cannot be asked', { cause: new OutsideRefused('This address is not allowed') });
    const response = await fetch(url, {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      ...(body ? { body: String(body as URLSearchParams | string) } : {}),
      ...(mayBePrivate ? {} : { dispatcher: strictConnections }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const type = response.headers.get('content-type');
    return new Response(await bounded(response, megabyte), {
      status: response.status,
      ...(type ? { headers: { 'content-type': type } } : {}),
    });
  };

/** A redirect would take the request, and what it stores, to an address that no setting names. */
export const fetchWithoutRedirects: typeof globalThis.fetch = (input, init) =>
  globalThis.fetch(input, { ...init, redirect: 'error' });
