import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RegistryUnavailable } from '#server/registry/port.ts';
import { qcMobileRegistry } from '#server/registry/qcmobile.ts';
import { qcCarrier, type RegistryServer, startRegistryServer, webKey } from '#tests/helpers/carrier-registry.ts';

let server: RegistryServer;
beforeAll(async () => void (server = await startRegistryServer()));
afterAll(() => server.close());
beforeEach(() => {
  server.failure = null;
  server.paths.length = 0;
  server.carriers = new Map([['1234567', qcCarrier(1234567)]]);
  server.dockets = new Map([['76543', ['1234567']]]);
});

const registry = (options: { webKey?: string; timeoutMs?: number } = {}) =>
  qcMobileRegistry({ url: server.url, webKey, timeoutMs: 5000, ...options });

describe('a carrier', () => {
  it('is found by its USDOT number and by its MC number', async () => {
    const carrier = {
      usdotNumber: '1234567',
      legalName: 'PRAIRIE FREIGHT LLC',
      dbaName: null,
      city: 'OMAHA',
      state: 'NE',
      isAllowedToOperate: true,
      isOutOfService: false,
      powerUnits: 38,
      drivers: 41,
    };
    expect(await registry().findByUsdot('1234567')).toEqual(carrier);
    expect(await registry().findByMc('76543')).toEqual([carrier]);
    expect(server.paths).toEqual(['/qc/services/carriers/1234567', '/qc/services/carriers/docket-number/76543']);
  });

  it('that no one has is null', async () => {
    expect(await registry().findByUsdot('7654321')).toBeNull();
    expect(await registry().findByMc('1')).toEqual([]);
  });

  it.each(['{"content":null}', '{"content":[]}', '{"content":{"carrier":null}}'])('that no one has can be %s', async (body) => {
    server.failure = { body };
    expect(await registry().findByUsdot('7654321')).toBeNull();
    expect(await registry().findByMc('1')).toEqual([]);
  });

  it('is one of several with the same docket number', async () => {
    server.carriers.set('42', qcCarrier(42));
    server.dockets.set('76543', ['42', '1234567']);
    expect((await registry().findByMc('76543')).map(({ usdotNumber }) => usdotNumber)).toEqual(['42', '1234567']);
  });

  it.each([
    [{ allowedToOperate: 'N' }, { isAllowedToOperate: false, isOutOfService: false }],
    [{ statusCode: 'I' }, { isAllowedToOperate: false, isOutOfService: false }],
    [{ oosDate: '2026-03-02' }, { isAllowedToOperate: true, isOutOfService: true }],
    [{ outOfServiceDate: '2026-03-02' }, { isOutOfService: true }],
    [{ outOfService: 'Y' }, { isOutOfService: true }],
    [{ outOfService: 'N', outOfServiceDate: null }, { isOutOfService: false }],
    [
      { dbaName: 'Prairie', totalDrivers: '12' },
      { dbaName: 'Prairie', drivers: 12 },
    ],
    [
      { phyCity: null, totalPowerUnits: null },
      { city: null, powerUnits: null },
    ],
  ])('with %j is read', async (changes, expected) => {
    server.carriers.set('1234567', qcCarrier(1234567, changes));
    expect(await registry().findByUsdot('1234567')).toMatchObject(expected);
  });
});

describe('no usable answer', () => {
  it.each([
    ['an error page', { body: '<html>Maintenance</html>' }],
    ['another form', { body: '{"content":{"carrier":{"legalName":7}}}' }],
    ['no content', { body: '{"message":"Service unavailable"}' }],
    ['no carrier in the content', { body: '{"content":{}}' }],
    ['another carrier', { body: JSON.stringify({ content: { carrier: qcCarrier(7) } }) }],
    ['not found', { status: 404 }],
    ['too much', { body: JSON.stringify({ content: ' '.repeat(300_000) }) }],
    ['too many requests', { status: 429 }],
    ['a failure', { status: 503 }],
  ])('is an error without the key: %s', async (_name, failure) => {
    server.failure = failure;
    const error = await registry()
      .findByUsdot('1234567')
      .catch((one: unknown) => one);
    expect(error).toBeInstanceOf(RegistryUnavailable);
    expect(JSON.stringify([String(error), (error as Error).cause ?? null, (error as Error).stack])).not.toContain(webKey);
  });

  it('is tried once more if the failure may pass, and not for a wrong key', async () => {
    server.failure = { status: 500 };
    await expect(registry().findByUsdot('1234567')).rejects.toThrow(RegistryUnavailable);
    expect(server.paths).toHaveLength(2);
    server.failure = null;
    await expect(registry({ webKey: 'wrong' }).findByUsdot('1234567')).rejects.toThrow('answered 401');
    expect(server.paths).toHaveLength(3);
  });

  it('ends after the time limit', async () => {
    server.failure = 'silence';
    await expect(registry({ timeoutMs: 50 }).findByUsdot('1234567')).rejects.toThrow(RegistryUnavailable);
  });
});
