import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { returnPaths } from '#server/auth/social/start.ts';
import { type SocialSettings, testSignInPath } from '#server/settings/social-settings.ts';
import { contentSecurityPolicy } from '#server/site/layout.ts';
import { type SocialSource, socialSources } from '#shared/accounts/sign-in.ts';
import { emailField, nameField } from '#shared/fields.ts';
import { choosePage, formPostPage, refusedPage, createAccessTokens, createIssuer, type TestPerson } from './pages.ts';

type Options = { social: SocialSettings; publicUrl: string };

/**
 * Simulates Google, Apple and Facebook for the demo. The routes use the providers' own protocols (an OpenID Connect ID token,
 * in the fragment or posted as Apple does; for Facebook also an access token and Graph), so that sign-in runs the same code
 * as with the real providers. Visitors choose who they are, so these routes must never be reachable outside the demo.
 */
export async function testSignIn(app: FastifyInstance, options: Options): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16 * 1024 },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  const accessTokens = createAccessTokens();
  for (const source of socialSources) providerRoutes(app, { ...options, source, accessTokens });
  graphRoutes(app, options.social, accessTokens);
}

type AccessTokens = ReturnType<typeof createAccessTokens>;
type ProviderOptions = Options & { source: SocialSource; accessTokens: AccessTokens };

function providerRoutes(app: FastifyInstance, { social, publicUrl, source, accessTokens }: ProviderOptions): void {
  const issuer = createIssuer(source);
  /** Apple sends a person's name only the first time. */
  const introducedEmails = new Set<string>();
  const base = `${testSignInPath}/${source}`;

  app.get(`${base}/jwks`, async (_request, reply) => reply.header('cache-control', 'no-store').send(await issuer.jwks()));

  app.get(`${base}/authorize`, async (request, reply) => {
    const authorizeRequest = readRequest(request, { social, publicUrl, source });
    if (typeof authorizeRequest === 'string') return sendPage(reply, 400, refusedPage(authorizeRequest));
    return sendPage(reply, 200, choosePage({ source, action: request.url }));
  });

  app.post(`${base}/authorize`, async (request, reply) => {
    const authorizeRequest = readRequest(request, { social, publicUrl, source });
    if (typeof authorizeRequest === 'string') return sendPage(reply, 400, refusedPage(authorizeRequest));
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const answer = (values: Record<string, string>) =>
      sendAnswer(reply, authorizeRequest, authorizeRequest.state ? { ...values, state: authorizeRequest.state } : values);
    if (form.get('choice') === 'cancel')
      return answer({ error: source === 'apple' ? 'user_cancelled_authorize' : 'access_denied' });
    const person = readPerson(form);
    if (!person) {
      const problem = 'Enter a first name, a last name and a valid email.';
      return sendPage(reply, 422, choosePage({ source, action: request.url, problem }));
    }
    if (authorizeRequest.responseType === 'token')
      return answer({ access_token: accessTokens.issue(person, authorizeRequest.clientId), expires_in: '600' });
    const idToken = await issuer.idToken(person, {
      issuer: publicUrl + base,
      clientId: authorizeRequest.clientId,
      nonce: authorizeRequest.nonce,
    });
    const email = person.email.toLowerCase();
    const isFirst = source === 'apple' && !introducedEmails.has(email);
    introducedEmails.add(email);
    const { firstName, lastName } = person;
    return answer({ id_token: idToken, ...(isFirst ? { user: JSON.stringify({ name: { firstName, lastName }, email }) } : {}) });
  });
}

type AuthorizeRequest = {
  clientId: string;
  redirectUri: string;
  responseType: 'id_token' | 'token';
  isPosted: boolean;
  state: string | null;
  nonce: string | null;
};

/** Returns the product's request, or what is wrong with it. An answer is sent only to the product's own return address. */
function readRequest(
  { query }: FastifyRequest,
  { social, publicUrl, source }: Options & { source: SocialSource },
): AuthorizeRequest | string {
  const parameters = query as Readonly<Record<string, unknown>>;
  const readText = (name: string) => (typeof parameters[name] === 'string' ? parameters[name] : null);
  const [clientId, redirectUri, responseType] = [readText('client_id'), readText('redirect_uri'), readText('response_type')];
  const isPosted = readText('response_mode') === 'form_post';
  if (!clientId || !social[source]?.clientIds.includes(clientId)) return 'This client ID is unknown.';
  if (redirectUri !== publicUrl + returnPaths[isPosted ? 'form_post' : 'fragment'])
    return 'The return address does not belong to this product.';
  if (responseType !== 'id_token' && (responseType !== 'token' || source !== 'facebook'))
    return 'The response type is not supported.';
  return { clientId, redirectUri, responseType, isPosted, state: readText('state'), nonce: readText('nonce') };
}

function readPerson(form: URLSearchParams): TestPerson | null {
  const email = emailField.safeParse(form.get('email') ?? '');
  const firstName = nameField.safeParse(form.get('first_name') ?? '');
  const lastName = nameField.safeParse(form.get('last_name') ?? '');
  if (!email.success || !firstName.success || !lastName.success) return null;
  return { email: email.data, firstName: firstName.data, lastName: lastName.data, isVerified: form.get('verified') === 'yes' };
}

function sendAnswer(
  reply: FastifyReply,
  { redirectUri, isPosted }: AuthorizeRequest,
  answer: Record<string, string>,
): FastifyReply {
  if (isPosted) return sendPage(reply, 200, formPostPage(redirectUri, answer));
  return reply.header('cache-control', 'no-store').redirect(`${redirectUri}#${new URLSearchParams(answer).toString()}`, 303);
}

function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': contentSecurityPolicy(['start', 'submit-form']),
      'referrer-policy': 'no-referrer',
    })
    .send(page);
}

/** The two calls of Facebook's Graph API that sign-in uses: a token's details and its person. Both need the app's secret. */
function graphRoutes(app: FastifyInstance, { facebook }: SocialSettings, accessTokens: AccessTokens): void {
  const appId = facebook?.clientIds[0] ?? '';
  const secret = facebook?.appSecret ?? '';
  const graph = `${testSignInPath}/facebook/graph`;
  const refuse = (reply: FastifyReply, message: string) =>
    reply.code(400).send({ error: { message, type: 'OAuthException', code: 190 } });

  app.get(`${graph}/debug_token`, async (request, reply) => {
    const { access_token: appToken, input_token: inputToken } = request.query as Record<string, unknown>;
    if (!isSame(appToken, `${appId}|${secret}`)) return refuse(reply, 'Invalid application token');
    const token = accessTokens.read(String(inputToken));
    if (!token) return { data: { is_valid: false, error: { code: 190, message: 'Malformed access token' } } };
    const { subject, expiresAt } = token;
    return {
      data: { app_id: token.appId, type: 'USER', is_valid: true, expires_at: Math.floor(expiresAt / 1000), user_id: subject },
    };
  });

  app.get(`${graph}/me`, async (request, reply) => {
    const { access_token: accessToken, appsecret_proof: proof } = request.query as Record<string, unknown>;
    const token = accessTokens.read(String(accessToken));
    const expected = createHmac('sha256', secret).update(String(accessToken)).digest('hex');
    if (!token || !isSame(proof, expected)) return refuse(reply, 'Invalid proof');
    const { email, firstName, lastName } = token.person;
    return { id: token.subject, email, first_name: firstName, last_name: lastName };
  });
}

function isSame(value: unknown, expected: string): boolean {
  const [actualBytes, expectedBytes] = [Buffer.from(String(value)), Buffer.from(expected)];
  return actualBytes.length === expectedBytes.length && timingSafeEqual(actualBytes, expectedBytes);
}
