import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/**
 * The one way to ask a service outside over HTTP. Addresses come from the settings and never from a user; still no answer
 * leads anywhere else: no redirects, nothing but the service's own origin, no name of the internet that leads into our own
 * network, a time-out, and no more of the answer than can be meant.
 */
type Options = RequestInit & {
  /** Whom the settings name; a path or a query that somebody else had a hand in cannot lead away from it. */
  service: string;
  timeoutMs: number;
  mostBytes?: number;
};

export type OutsideAnswer = { ok: boolean; status: number; headers: Headers; text: string };

export class OutsideRefused extends Error {
  readonly code = 'ENOTFOUND';
}

const megabyte = 1024 * 1024;
const inside = new BlockList();
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
  inside.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inside.addSubnet(network, bits, 'ipv6');

/** An address of this machine or of a private network, also one of IPv4 written as IPv6. */
export function isInside(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return inside.check(mapped ?? address, isIP(mapped ?? address) === 6 ? 'ipv6' : 'ipv4');
}

type Lookup = (name: string) => Promise<readonly { address: string }[]>;
const everyAddress: Lookup = (name) => lookup(name, { all: true });

/** Literal addresses and names without a dot are an operator's own choice, such as a simulator or a container. */
export async function assertOutside(service: string, asked: string, names: Lookup = everyAddress): Promise<void> {
  const [base, url] = [new URL(service), new URL(asked)];
  if (url.origin !== base.origin || url.username || url.password || !/^https?:$/.test(url.protocol))
    throw new OutsideRefused(`${url.origin} is not ${base.origin}`);
  const name = base.hostname.replace(/^\[|\]$/g, '');
  if (isIP(name) || !name.includes('.') || name.endsWith('.internal') || name.endsWith('.local')) return;
  const addresses = await names(name);
  if (addresses.some(({ address }) => isInside(address))) throw new OutsideRefused(`${name} leads into a private network`);
}

/** @throws what fetch throws; its `cause.code` says whether anything was sent */
export async function askOutside(
  url: string,
  { service, timeoutMs, mostBytes = megabyte, ...init }: Options,
): Promise<OutsideAnswer> {
  await assertOutside(service, url).catch((cause: unknown) => {
    throw new Error('The service cannot be asked', { cause });
  });
  const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  return { ok: response.ok, status: response.status, headers: response.headers, text: await bounded(response, mostBytes) };
}

async function bounded(response: Response, most: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += (chunk as Uint8Array).length;
    if (bytes > most) throw new Error(`${new URL(response.url).host} answered too much`);
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The same for who wants to fetch by itself, such as the reader of a provider's keys. */
export const fetchOutside =
  (service: string, timeoutMs: number) =>
  async (url: string, init: RequestInit = {}): Promise<Response> => {
    const { text, status, headers } = await askOutside(url, { ...init, service, timeoutMs });
    return new Response(text, { status, headers: { 'content-type': headers.get('content-type') ?? 'application/json' } });
  };
