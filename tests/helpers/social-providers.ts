import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { OAuth2Server } from 'oauth2-mock-server';
import type { SocialSettings } from '#server/settings/social-settings.ts';

type Claims = Record<string, unknown>;
type Header = Record<string, unknown>;

/** Starts a provider that signs any token that a test requests and publishes its keys over HTTP. */
async function startProvider(clientId: string) {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  const issuer = server.issuer.url ?? '';
  let sequence = 0;
  return {
    issuer,
    keys: server.issuer.keys,
    settings: {
      clientIds: [clientId, `${clientId}-phone`],
      issuers: [issuer],
      jwksUrl: `${issuer}/jwks`,
      authorizeUrl: `${issuer}/authorize`,
    },
    /** Creates an ID token for our web client. A claim that is undefined is left out. */
    createIdToken: (claims: Claims, { expiresIn = 600, header = {} }: { expiresIn?: number; header?: Header } = {}) =>
      server.issuer.buildToken({
        expiresIn,
        scopesOrTransform: (head, payload) => {
          Object.assign(head, header);
          Object.assign(payload, { aud: clientId, jti: `${++sequence}`, ...claims });
          for (const [name, value] of Object.entries(claims)) if (value === undefined) delete payload[name];
        },
      }),
    stop: () => server.stop(),
  };
}

type GraphToken = {
  app_id: string;
  user_id: string;
  is_valid?: boolean;
  type?: string;
  expires_at?: number;
  me: { id: string; email?: string; first_name?: string; last_name?: string };
};

const appSecret = 'secret-of-our-app';

/** Starts the parts of Facebook's Graph API that a sign-in uses: `debug_token` and `me`, which needs the app's secret. */
async function startGraph(appId: string) {
  const tokens = new Map<string, GraphToken>();
  const state = { isBroken: false };
  const server = createServer((request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://graph');
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (state.isBroken) return answer(503, { error: { message: 'Service unavailable' } });
    const refuse = (message: string) => answer(400, { error: { message, type: 'OAuthException', code: 190 } });
    if (pathname === '/debug_token') {
      if (query.get('access_token') !== `${appId}|${appSecret}`) return refuse('Invalid application token');
      const token = tokens.get(query.get('input_token') ?? '');
      if (!token) return answer(200, { data: { is_valid: false, error: { code: 190, message: 'Malformed access token' } } });
      const { me: _, ...tokenInfo } = token;
      return answer(200, {
        data: { type: 'USER', is_valid: true, expires_at: getOneHourFromNow(), scopes: ['email'], ...tokenInfo },
      });
    }
    const accessToken = query.get('access_token') ?? '';
    const proof = createHmac('sha256', appSecret).update(accessToken).digest('hex');
    const token = tokens.get(accessToken);
    if (pathname !== '/me' || !token || query.get('appsecret_proof') !== proof) return refuse('Invalid proof');
    return answer(200, token.me);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Not listening');
  return {
    state,
    settings: { graphUrl: `http://127.0.0.1:${address.port}`, appSecret },
    issueToken: (name: string, token: Partial<GraphToken> & Pick<GraphToken, 'me'>) => {
      tokens.set(name, { app_id: appId, user_id: token.me.id, ...token });
      return name;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export const getOneHourFromNow = () => Math.floor(Date.now() / 1000) + 3600;

/** Starts local stand-ins for Google, Apple and Facebook. */
export async function startSocialProviders() {
  const [google, apple, facebook, graph] = await Promise.all([
    startProvider('google-web'),
    startProvider('apple-web'),
    startProvider('1600160016'),
    startGraph('1600160016'),
  ]);
  const social: SocialSettings = {
    google: google.settings,
    apple: apple.settings,
    facebook: { ...facebook.settings, ...graph.settings },
  };
  const stop = () => Promise.allSettled([google, apple, facebook, graph].map((one) => one.stop()));
  return { google, apple, facebook, graph, social, stop };
}

/** Settings without social sign-in. */
export const noProviders: SocialSettings = { google: null, apple: null, facebook: null };
