import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const webKey = 'web-key-of-the-tests';

type CarrierAnswer = Record<string, unknown>;

/** A fake of FMCSA's QCMobile API. It counts the requests and returns the configured answers. */
export type RegistryServer = {
  url: string;
  paths: string[];
  /** The carriers by USDOT number, and the USDOT numbers by docket number. */
  carriers: Map<string, CarrierAnswer>;
  dockets: Map<string, string[]>;
  /** Instead of a carrier: an HTTP status, a raw body, or no answer. */
  failure: { status: number } | { body: string } | 'silence' | null;
  close: () => void;
};

/** A carrier in the words of the API, with fields that Haulboard does not use. */
export const qcCarrier = (dotNumber: number, changes: CarrierAnswer = {}): CarrierAnswer => ({
  allowedToOperate: 'Y',
  bipdInsuranceOnFile: '1000',
  carrierOperation: { carrierOperationCode: 'A', carrierOperationDesc: 'Interstate' },
  dbaName: null,
  dotNumber,
  legalName: 'PRAIRIE FREIGHT LLC',
  oosDate: null,
  phyCity: 'OMAHA',
  phyState: 'NE',
  statusCode: 'A',
  totalDrivers: 41,
  totalPowerUnits: 38,
  ...changes,
});

export async function startRegistryServer(): Promise<RegistryServer> {
  const json = (response: ServerResponse, status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const listener = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    server.paths.push(pathname);
    if (server.failure === 'silence') return undefined;
    if (searchParams.get('webKey') !== webKey) return json(response, 401, { content: 'Webkey not found' });
    if (server.failure && 'status' in server.failure) return json(response, server.failure.status, {});
    if (server.failure) return response.end(server.failure.body);
    const [, docket] = /^\/qc\/services\/carriers\/docket-number\/(\d+)$/.exec(pathname) ?? [];
    const [, dot] = /^\/qc\/services\/carriers\/(\d+)$/.exec(pathname) ?? [];
    const numbers = docket ? (server.dockets.get(docket) ?? []) : [dot ?? ''];
    const entries = numbers.flatMap((number) => server.carriers.get(number) ?? []).map((carrier) => ({ _links: {}, carrier }));
    const content = docket ? entries : (entries[0] ?? null);
    return json(response, 200, { content, retrievalDate: '2026-11-20T12:00:00.000+0000' });
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const server: RegistryServer = {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    paths: [],
    carriers: new Map(),
    dockets: new Map(),
    failure: null,
    close: () => {
      listener.closeAllConnections();
      listener.close();
    },
  };
  return server;
}
