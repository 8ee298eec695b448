import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

async function ask(url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') {
  const { statusCode, headers: answered, body } = await t.app.inject({ method, url, headers });
  return { status: statusCode, type: String(answered['content-type']).split(';')[0], location: answered.location, body };
}
const html = { accept: 'text/html,*/*;q=0.8' };

describe('the web app’s page', () => {
  it.each([{}, { accept: '*/*' }, html])('is served at a screen’s URL for requests with %j', async (headers) => {
    for (const url of ['/', '/login', '/signup?email=a@b.example', '/company/jobs', '/modal']) {
      const { status, type, body } = await ask(url, headers);
      expect({ url, status, type }).toEqual({ url, status: 200, type: 'text/html' });
      expect(body).toContain('id="root"');
    }
    expect(await ask('/login', headers, 'HEAD')).toMatchObject({ status: 200, type: 'text/html' });
  });

  it('is not served for unknown screens, nor to scripts', async () => {
    for (const url of ['/nowhere', '/metrics', '/media/none.png', '/assets/none.js'])
      expect(await ask(url)).toMatchObject({ status: 404, type: 'application/json' });
    for (const accept of ['application/json', 'application/json, text/plain, */*'])
      expect(await ask('/login', { accept })).toMatchObject({ status: 404, type: 'application/json' });
    expect(await ask('/login', html, 'POST')).toMatchObject({ status: 404 });
  });

  it('says in a browser, too, that no screen is there', async () => {
    const { status, type, body } = await ask('/nowhere', html);
    expect({ status, type }).toEqual({ status: 404, type: 'text/html' });
    expect(body).toContain('id="root"');
  });

  it('tells caches that the answer depends on the caller', async () => {
    for (const accept of ['text/html', 'application/json']) {
      const { headers } = await t.app.inject({ url: '/login', headers: { accept } });
      expect(headers.vary).toContain('accept');
    }
  });

  it('redirects two URLs to the sign-in page', async () => {
    expect(await ask('/admin-login')).toMatchObject({ status: 302, location: '/login?role=admin' });
    expect(await ask('/company-login?showPickers=true', html)).toMatchObject({
      status: 302,
      location: '/login?showPickers=true&role=employer',
    });
  });
});
