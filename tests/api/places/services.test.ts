import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Geocoder } from '#server/places/geocoder.ts';
import { createCensusGeocoder, withFallback, createGoogleGeocoder } from '#server/places/open-geocoder.ts';

/** A server that speaks the parts of the services' protocol that we use. */
let server: Server;
let base: string;
let answer: { status: number; body: unknown; headers?: Record<string, string> } = { status: 200, body: {} };
const requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      requests.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
      response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => requests.splice(0));
afterAll(() => new Promise((done) => server.close(done)));

const component = (longText: string, shortText: string, ...types: string[]) => ({
  longText,
  shortText,
  types,
  languageCode: 'en',
});
const dallas = {
  formattedAddress: '1200 Main St, Dallas, TX 75202, USA',
  location: { latitude: 32.78, longitude: -96.8 },
  addressComponents: [
    component('1200', '1200', 'street_number'),
    component('Main Street', 'Main St', 'route'),
    component('Dallas', 'Dallas', 'locality', 'political'),
    component('Texas', 'TX', 'administrative_area_level_1'),
    component('United States', 'US', 'country'),
    component('75202', '75202', 'postal_code'),
  ],
};
const toronto = {
  ...dallas,
  addressComponents: [
    component('Toronto', 'Toronto', 'locality'),
    component('Ontario', 'ON', 'administrative_area_level_1'),
    component('Canada', 'CA', 'country'),
  ],
};

describe('Google Places', () => {
  const google = () => createGoogleGeocoder('secret-key', base);

  it('asks for US places only, with the key in a header', async () => {
    const placePrediction = {
      place: 'places/abc',
      placeId: 'abc',
      text: { text: 'Dallas, TX, USA', matches: [] },
      types: ['locality', 'geocode'],
    };
    answer = { status: 200, body: { suggestions: [{ placePrediction }, { queryPrediction: {} }] } };
    expect(await google().autocomplete('dall', 'token-1')).toEqual([{ id: 'abc', description: 'Dallas, TX, USA', kind: 'city' }]);
    expect(requests[0]).toMatchObject({ method: 'POST', url: '/v1/places:autocomplete' });
    expect(requests[0]?.headers['x-goog-api-key']).toBe('secret-key');
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({
      input: 'dall',
      includedRegionCodes: ['us'],
      sessionToken: 'token-1',
    });
  });

  it('reads the address components', async () => {
    answer = { status: 200, body: dallas };
    expect(await google().details('abc/../d', 'token-1')).toEqual({
      description: '1200 Main St, Dallas, TX 75202, USA',
      street1: '1200 Main Street',
      city: 'Dallas',
      state: 'TX',
      postalCode: '75202',
      country: 'US',
      latitude: 32.78,
      longitude: -96.8,
    });
    expect(requests[0]?.url).toBe('/v1/places/abc%2F..%2Fd?sessionToken=token-1&languageCode=en');
  });

  it('does not believe a place outside the US', async () => {
    answer = { status: 200, body: toronto };
    expect(await google().details('abc', 'token-1')).toBeNull();
  });

  it.each([
    ['an error', { status: 500, body: {} }],
    ['a redirect', { status: 302, body: {}, headers: { location: 'http://169.254.169.254/' } }],
    ['no JSON', { status: 200, body: '<html>' }],
  ])('is not available when it answers %s', async (_name, given) => {
    answer = given;
    await expect(google().autocomplete('dall', 'token-1')).rejects.toMatchObject({
      name: 'Error',
      message: expect.stringContaining('127.0.0.1'),
    });
    expect(requests).toHaveLength(1);
  });
});

describe('the US Census', () => {
  const match = {
    matchedAddress: '1200 MAIN ST, DALLAS, TX, 75202',
    coordinates: { x: -96.8, y: 32.78 },
    addressComponents: { zip: '75202', city: 'DALLAS', state: 'TX' },
  };

  it('finds a whole street address', async () => {
    answer = { status: 200, body: { result: { addressMatches: [match] } } };
    const found = await createCensusGeocoder(base).geocode({ street1: '1200 Main St', city: 'Dallas', state: 'TX' });
    expect(found).toMatchObject({
      street1: '1200 Main St',
      city: 'Dallas',
      postalCode: '75202',
      latitude: 32.78,
      longitude: -96.8,
    });
  });

  it('is not asked for a city', async () => {
    expect(await createCensusGeocoder(base).geocode({ city: 'Dallas', state: 'TX' })).toBeNull();
    expect(requests).toHaveLength(0);
  });
});

describe('an outage of the maps service', () => {
  it('falls back to the index and says so', async () => {
    const down: Geocoder = {
      autocomplete: () => Promise.reject(new Error('down')),
      details: () => Promise.reject(new Error('down')),
      geocode: () => Promise.reject(new Error('down')),
    };
    const address = {
      description: 'Dallas',
      street1: null,
      city: 'Dallas',
      state: 'TX',
      postalCode: null,
      country: 'US' as const,
      latitude: 1,
      longitude: 2,
    };
    const index: Geocoder = { autocomplete: async () => [], details: async () => address, geocode: async () => address };
    const warnings: string[] = [];
    const places = withFallback(down, { geocode: async () => null }, index, (message) => warnings.push(message));
    expect(await places.autocomplete('dallas', 's')).toEqual([]);
    expect(await places.geocode({ city: 'Dallas', state: 'TX' })).toEqual(address);
    expect(await places.details('us.x', 's')).toEqual(address);
    expect(await places.details('google-id', 's')).toBeNull();
    expect(warnings).toEqual(['places: down', 'places: down', 'places: down']);
  });
});
