import { createHash, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { type Html, html, createSite } from '#server/site/html.ts';
import { renderPage } from '#server/site/layout.ts';
import { pageParts } from '#server/site/page-parts.ts';
import { socialNames, type SocialSource } from '#shared/accounts/sign-in.ts';

/** The person that a demo visitor chose to be. */
export type TestPerson = { email: string; firstName: string; lastName: string; isVerified: boolean };

type TokenRequest = { issuer: string; clientId: string; nonce: string | null };
type AccessToken = { person: TestPerson; subject: string; appId: string; expiresAt: number };

const tokenLifetimeSeconds = 600;

/** A person keeps the same id with each provider, as with a real provider, so that a second visit finds the same account. */
export const toSubject = (source: SocialSource, { email }: TestPerson): string =>
  createHash('sha256').update(`${source}:${email.toLowerCase()}`).digest('hex').slice(0, 24);

/** The signing keys and issued tokens of one test provider, created when first needed and kept in memory. */
export function createIssuer(source: SocialSource) {
  const kid = randomUUID();
  let pair: ReturnType<typeof generateKeyPair> | undefined;
  const keys = () => (pair ??= generateKeyPair('RS256'));
  return {
    jwks: async (): Promise<{ keys: JWK[] }> => {
      const { publicKey } = await keys();
      return { keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }] };
    },
    idToken: async (person: TestPerson, { issuer, clientId, nonce }: TokenRequest): Promise<string> => {
      const { privateKey } = await keys();
      return new SignJWT({ ...toClaims(source, person), ...(nonce ? { nonce } : {}) })
        .setProtectedHeader({ alg: 'RS256', kid })
        .setIssuer(issuer)
        .setAudience(clientId)
        .setSubject(toSubject(source, person))
        .setJti(randomUUID())
        .setIssuedAt()
        .setExpirationTime(`${tokenLifetimeSeconds}s`)
        .sign(privateKey);
    },
  };
}

/**
 * Apple leaves the name out of the token and writes yes and no as text. Facebook does not say whether an email address is
 * verified.
 */
function toClaims(source: SocialSource, { email, firstName, lastName, isVerified }: TestPerson): Record<string, unknown> {
  if (source === 'apple') return { email, email_verified: String(isVerified) };
  const profileClaims = { email, given_name: firstName, family_name: lastName, name: `${firstName} ${lastName}` };
  return source === 'google' ? { ...profileClaims, email_verified: isVerified } : profileClaims;
}

/** Issues Facebook's classic access tokens: random strings, by which Graph looks up the person. */
export function createAccessTokens() {
  const tokens = new Map<string, AccessToken>();
  const deleteExpired = () => {
    for (const [token, { expiresAt }] of tokens) if (expiresAt <= Date.now()) tokens.delete(token);
  };
  return {
    issue: (person: TestPerson, appId: string): string => {
      deleteExpired();
      const token = randomUUID();
      tokens.set(token, {
        person,
        subject: toSubject('facebook', person),
        appId,
        expiresAt: Date.now() + tokenLifetimeSeconds * 1000,
      });
      return token;
    },
    read: (token: string): AccessToken | null => {
      deleteExpired();
      return tokens.get(token) ?? null;
    },
  };
}

/**
 * The test people to choose from. Each provider has its own: Facebook does not prove an email address, so the other two would
 * refuse to sign in to an account that was created with Facebook.
 */
const samplePeople = (source: SocialSource): readonly TestPerson[] => [
  { firstName: 'Rosa', lastName: 'Delgado', email: `rosa.delgado@${source}.example`, isVerified: true },
  { firstName: 'Marcus', lastName: 'Lee', email: `marcus.lee@${source}.example`, isVerified: true },
];

type Chooser = { source: SocialSource; action: string; problem?: string | null };

/** The page of a test provider, on which a visitor picks or types a test person. */
export function choosePage({ source, action, problem }: Chooser): string {
  const name = socialNames[source];
  const notice = `You don’t need a real ${name} account or a password. This page exists only in the demo.`;
  return page(
    `Test sign-in with ${name}`,
    html`<p class="flag">Test</p>
      <h1>Test sign-in with ${name}</h1>
      <p>${notice}</p>
      <h2>Continue as a test person</h2>
      ${samplePeople(source).map((person) => sampleForm(action, person))}
      <h2>Continue as someone else</h2>
      ${problem && html`<p class="wrong" role="alert">${problem}</p>`}
      <form method="post" action="${action}" style="display:grid;gap:1rem">
        ${field('First name', 'first_name', 'text')}${field('Last name', 'last_name', 'text')}${field('Email', 'email', 'email')}
        ${
          source !== 'facebook' &&
          html`<label class="check"
            ><input type="checkbox" name="verified" value="yes" checked /> ${name} verified this email</label
          >`
        }
        <button class="button" name="choice" value="continue">Continue</button>
      </form>
      <form method="post" action="${action}"><button class="button plain" name="choice" value="cancel">Cancel</button></form>`,
  );
}

function sampleForm(action: string, { firstName, lastName, email }: TestPerson): Html {
  return html`<form method="post" action="${action}">
    <input type="hidden" name="first_name" value="${firstName}" /><input type="hidden" name="last_name" value="${lastName}" />
    <input type="hidden" name="email" value="${email}" /><input type="hidden" name="verified" value="yes" />
    <button class="button plain" name="choice" value="continue" style="width:100%">${firstName} ${lastName} (${email})</button>
  </form>`;
}

const field = (label: string, name: string, type: string) =>
  html`<div>
    <label for="${name}">${label}</label
    ><input id="${name}" name="${name}" type="${type}" maxlength="64" required autocomplete="off" />
  </div>`;

/** A page that posts the provider's answer to the product, as Apple does. Without JavaScript, the visitor selects a button. */
export function formPostPage(address: string, answer: Readonly<Record<string, string>>): string {
  return page(
    'Continue',
    html`<h1>Continue to Haulboard</h1>
      <form method="post" action="${address}">
        ${Object.entries(answer).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <button class="button">Continue</button>
      </form>
      ${pageParts().scripts['submit-form'].element}`,
  );
}

export function refusedPage(problem: string): string {
  return page(
    'Test sign-in',
    html`<h1>This test sign-in cannot be used</h1>
      <p>${problem}</p>`,
  );
}

/** These pages exist only in the demo, so they are in English only. */
const site = createSite('en', { publicUrl: '', languages: ['en'] });

function page(title: string, content: Html): string {
  const body = html`<div class="wrap">
    <section class="card" style="display:grid;gap:1rem;max-width:32rem;margin:2rem auto">${content}</section>
  </div>`;
  return renderPage(site, { title, description: title, path: '/test-sign-in', canonical: null, isIndexed: false, body });
}
