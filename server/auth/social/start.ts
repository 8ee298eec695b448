import { randomBytes } from 'node:crypto';
import type { Services } from '#server/services.ts';
import type { SocialSource } from '#shared/accounts/social-sources.ts';
import { providerOf } from './provider.ts';
import { makeTicket } from './ticket.ts';

type Way = {
  scope: string;
  /** How the answer comes back: in the fragment, which no server sees, or posted by a form. */
  responseMode: 'fragment' | 'form_post';
  more?: Record<string, string>;
};

/** Apple posts its answer whenever a name or an address is asked for. */
const ways: Record<SocialSource, Way> = {
  google: { scope: 'openid email profile', responseMode: 'fragment', more: { prompt: 'select_account' } },
  apple: { scope: 'openid name email', responseMode: 'form_post' },
  facebook: { scope: 'openid email public_profile', responseMode: 'fragment' },
};

/** Where the provider's answer lands: a screen of ours, or the route that turns a posted form into it (return.ts). */
export const returnPaths = { fragment: '/login/social', form_post: '/login/social/form' } as const;

/** Makes a nonce and the provider's address to go to (`docs/decisions/0012-social-login.md`). */
export async function startSocialLogin({ settings, keys }: Services, source: SocialSource) {
  const provider = providerOf(settings, source);
  const { scope, responseMode, more = {} } = ways[source];
  const { ticket, nonce } = await makeTicket(keys, source);
  const state = randomBytes(16).toString('base64url');
  const address = new URL(provider.authorizeUrl);
  const asked = {
    client_id: provider.clientIds[0] ?? '',
    redirect_uri: settings.publicUrl + returnPaths[responseMode],
    response_type: 'id_token',
    response_mode: responseMode,
    scope,
    state,
    nonce,
    ...more,
  };
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value);
  return { address: address.href, ticket, state };
}
