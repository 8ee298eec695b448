import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair } from 'jose';
import { interactionPolicy, Provider } from 'oidc-provider';

/** The paths to which Google and Apple send the user after sign-in. */
const redirectPaths = { GOOGLE: '/login/social', APPLE: '/login/social/form' };
const toClientId = (name: string) => `${name.toLowerCase()}-web`;

type Session = { accountId: string };
type PendingSignIn = { oidc: { client: { clientId: string }; session: Session; provider: Provider } };

/**
 * Starts a certified OpenID provider on this machine with its own sign-in page, which accepts any email address. An address
 * that begins with `unverified` counts as not verified. `settings` configure a Haulboard server to use it as Google and
 * Apple, without Facebook.
 */
export async function startOpenIdProvider() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Not listening');
  const issuer = `http://127.0.0.1:${address.port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }));
  const provider = new Provider(issuer, {
    clients: Object.entries(redirectPaths).map(([name, path]) => ({
      client_id: toClientId(name),
      // The provider accepts any port of a loopback address.
      redirect_uris: [`http://127.0.0.1${path}`],
      response_types: ['id_token'],
      grant_types: ['implicit'],
      application_type: 'native',
      token_endpoint_auth_method: 'none',
    })),
    responseTypes: ['id_token'],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['a key for cookies of a test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    ttl: { Interaction: 600, Grant: 600, Session: 600 },
    features: { devInteractions: { enabled: false } },
    // The provider's own error page loads a font from the internet. The browser's back button can open it.
    renderError: (context: { type: string; body: string }, { error }: { error: string }) =>
      Object.assign(context, { type: 'text/plain', body: error }),
    interactions: { policy, url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, email: string) => ({
      accountId: email,
      claims: () => ({
        sub: email,
        email,
        email_verified: !email.startsWith('unverified'),
        given_name: 'Rosa',
        family_name: 'Delgado',
      }),
    }),
    loadExistingGrant: async ({ oidc }: PendingSignIn) => {
      const { accountId } = oidc.session;
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const handleRequest = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) handleRequest(request, response);
    else if (request.method === 'GET') response.setHeader('content-type', 'text/html').end(signInPage);
    else void finishSignIn(provider, request, response);
  });
  const settings = Object.keys(redirectPaths).flatMap((name) => [
    [`${name}_CLIENT_ID`, toClientId(name)],
    [`${name}_ISSUER`, issuer],
    [`${name}_JWKS_URL`, `${issuer}/jwks`],
    [`${name}_AUTHORIZE_URL`, `${issuer}/auth`],
  ]);
  return {
    issuer,
    settings: Object.fromEntries(settings) as Record<string, string>,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const signInPage = `<!doctype html><html lang="en"><title>Provider</title><link rel="icon" href="data:,"><h1>Your provider</h1>
<form method="post"><label>Address <input name="email"></label><button>Continue</button><button name="no" value="1">Cancel</button></form>`;

async function finishSignIn(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const form = new URLSearchParams(await text(request));
  const email = form.get('email') ?? '';
  const result = form.has('no') ? { error: 'access_denied' } : { login: { accountId: email }, select_account: {}, consent: {} };
  await provider.interactionFinished(request, response, result);
}
