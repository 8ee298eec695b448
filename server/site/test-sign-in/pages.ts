import { type Html, html, trusted } from '#server/site/html.ts';
import { siteIn } from '#server/site/languages.ts';
import { hashOf, renderPage } from '#server/site/layout.ts';
import { socialNames, type SocialSource } from '#shared/accounts/social-sources.ts';
import type { TestPerson } from './tokens.ts';

/**
 * Test persons to choose from. Each provider has its own: Facebook does not prove an email address, so the other two would
 * refuse to sign in to an account that was created with Facebook.
 */
const samplePeopleOf = (source: SocialSource): readonly TestPerson[] => [
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
      ${samplePeopleOf(source).map((person) => sampleForm(action, person))}
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

const submitScript = 'document.forms[0].submit()';
export const submitScriptHash = hashOf(submitScript);

/** The answer of a provider that posts it, as Apple does. Without JavaScript, a button sends it. */
export function formPostPage(address: string, answer: Readonly<Record<string, string>>): string {
  return page(
    'Continue',
    html`<h1>Continue to Haulboard</h1>
      <form method="post" action="${address}">
        ${Object.entries(answer).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <button class="button">Continue</button>
      </form>
      ${trusted(`<script>${submitScript}</script>`)}`,
  );
}

export function refusedPage(problem: string): string {
  return page(
    'Test sign-in',
    html`<h1>This test sign-in cannot be used</h1>
      <p>${problem}</p>`,
  );
}

/** These pages are for developers, so they are in English only. */
const site = siteIn('en', { publicUrl: '', languages: ['en'] });

function page(title: string, content: Html): string {
  const body = html`<div class="wrap">
    <section class="card" style="display:grid;gap:1rem;max-width:32rem;margin:2rem auto">${content}</section>
  </div>`;
  return renderPage(site, { title, description: title, path: '/test-sign-in', canonical: null, isIndexed: false, body });
}
