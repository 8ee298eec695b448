import { globSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestService, checkedConnections, isPrivateAddress, publicLookup } from './outgoing.ts';

/** No input leads the server to an address that it must not call (docs/security.md). */
let server: Server;
let service: string;
let requests: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request.url ?? '');
    if (request.url === '/away') response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end();
    else if (request.url === '/much') response.end('x'.repeat(3000));
    else if (request.url !== '/never') response.end('{"fine":true}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  service = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const sendRequest = (path: string, options: { timeoutMs?: number; maxBytes?: number } = {}) =>
  requestService(`${service}${path}`, { service, timeoutMs: 2000, ...options });

test('an answer comes as it is', async () => {
  expect(await sendRequest('/fine')).toMatchObject({ ok: true, status: 200, text: '{"fine":true}' });
});

test('no redirect is followed, no answer is endless, no service is waited for', async () => {
  await expect(sendRequest('/away')).rejects.toThrow('fetch failed');
  await expect(sendRequest('/much', { maxBytes: 2000 })).rejects.toThrow('too much');
  await expect(sendRequest('/never', { timeoutMs: 100 })).rejects.toThrow('timeout');
});

test('only the service that the settings name is asked', async () => {
  requests = [];
  const otherOrigin = service.replace('127.0.0.1', 'localhost');
  for (const url of [`${otherOrigin}/x`, service.replace('//', '//user:pass@'), 'file:///etc/passwd', 'http://169.254.169.254/'])
    await expect(requestService(url, { service, timeoutMs: 500 })).rejects.toThrow('cannot be asked');
  expect(requests).toEqual([]);
});

type ResolvedAddresses = readonly { address: string; family: number }[];
const toAddress = (address: string): ResolvedAddresses[number] => ({ address, family: address.includes(':') ? 6 : 4 });

describe('a public name that resolves to a private address', () => {
  const resolveName = (name: string, addresses: ResolvedAddresses) =>
    new Promise((resolve, reject) => {
      publicLookup(() => Promise.resolve(addresses))(name, { all: true }, (error, chosen) =>
        error ? reject(error) : resolve(chosen),
      );
    });

  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '::1',
    'fd00::1',
    'fe80::1',
    '::ffff:10.0.0.1',
    '::127.0.0.1',
    '64:ff9b::a00:1',
    '64:ff9b:1::a00:1',
    '2001:0:a00:1::',
    '2002:7f00:1::',
    'fec0::1',
  ])('%s is refused', async (address) => {
    expect(isPrivateAddress(address)).toBe(true);
    await expect(resolveName('api.example.com', [toAddress('93.184.215.14'), toAddress(address)])).rejects.toThrow(
      'private network',
    );
  });

  test('a public address is allowed, and so is a name without a dot', async () => {
    const outside = [toAddress('2606:2800:21f:cb07:6820:80da:af6b:8b2c')];
    expect(await resolveName('api.example.com', outside)).toEqual(outside);
    expect(await resolveName('gateway', [toAddress('10.1.2.3')])).toEqual([toAddress('10.1.2.3')]);
  });
});

describe('the connection goes to the address that was checked', () => {
  const createAgent = (...answers: string[]) => {
    let lookupCount = 0;
    const agent = checkedConnections((name) => {
      lookupCount += 1;
      const address = answers[Math.min(lookupCount, answers.length) - 1] ?? name;
      return Promise.resolve([toAddress(address)]);
    });
    return { agent, times: () => lookupCount };
  };
  const requestByName = (name: string, agent: ReturnType<typeof checkedConnections>) => {
    const namedService = service.replace('127.0.0.1', name);
    return requestService(`${namedService}/fine`, { service: namedService, timeoutMs: 2000, through: agent });
  };

  test('a name is looked up once, by who checks it: what it says a moment later is not asked for', async () => {
    const { agent, times } = createAgent('127.0.0.1', '169.254.169.254');
    expect(await requestByName('gateway', agent)).toMatchObject({ text: '{"fine":true}' });
    expect(times()).toBe(1);
  });

  test('a name with a private address is never connected to, and the error says that nothing was sent', async () => {
    requests = [];
    const { agent, times } = createAgent('127.0.0.1');
    await expect(requestByName('api.example.com', agent)).rejects.toMatchObject({ cause: { code: 'ENOTFOUND' } });
    expect(times()).toBe(1);
    expect(requests).toEqual([]);
  });
});

test('nothing else of the server fetches', () => {
  const fetchingFiles = globSync('server/**/*.ts', { cwd: process.cwd() })
    .filter((file) => !/\.test\.ts$|server\/http\/outgoing\.ts$|gateway\/simulator\//.test(file))
    .filter((file) => /(?<![.\w])fetch\(/.test(readFileSync(file, 'utf8')));
  expect(fetchingFiles).toEqual([]);
});
