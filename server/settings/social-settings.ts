import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { SocialSource } from '#shared/accounts/sign-in.ts';

/** The URLs and client ids of a social sign-in provider (`docs/product/running.md#settings`). */
export type OidcProvider = {
  /** The first id is the web app's. The others are those of our other apps, whose tokens are accepted too. */
  clientIds: string[];
  issuers: string[];
  jwksUrl: string;
  authorizeUrl: string;
};
export type FacebookProvider = OidcProvider & { graphUrl: string; appSecret: string | undefined };
/** The settings of each provider. Null for a provider that is not set up. */
export type SocialSettings = { facebook: FacebookProvider | null; google: OidcProvider | null; apple: OidcProvider | null };

const web = z
  .string()
  .refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), 'must be an address that begins with http');
const text = z.string().trim().min(1).optional();

export const socialShape = {
  GOOGLE_CLIENT_ID: text,
  GOOGLE_ISSUER: web.optional(),
  GOOGLE_JWKS_URL: web.default('https://www.googleapis.com/oauth2/v3/certs'),
  GOOGLE_AUTHORIZE_URL: web.default('https://accounts.google.com/o/oauth2/v2/auth'),
  APPLE_CLIENT_ID: text,
  APPLE_ISSUER: web.optional(),
  APPLE_JWKS_URL: web.default('https://appleid.apple.com/auth/keys'),
  APPLE_AUTHORIZE_URL: web.default('https://appleid.apple.com/auth/authorize'),
  FACEBOOK_APP_ID: text,
  FACEBOOK_APP_SECRET: text,
  FACEBOOK_ISSUER: web.optional(),
  FACEBOOK_JWKS_URL: web.default('https://limited.facebook.com/.well-known/oauth/openid/jwks/'),
  FACEBOOK_AUTHORIZE_URL: web.default('https://www.facebook.com/v23.0/dialog/oauth'),
  FACEBOOK_GRAPH_URL: web.default('https://graph.facebook.com/v23.0'),
};

/** Google uses two issuer names. Facebook uses different hosts for phones and the web. */
const issuers: Record<SocialSource, string[]> = {
  google: ['https://accounts.google.com', 'accounts.google.com'],
  apple: ['https://appleid.apple.com'],
  facebook: ['https://www.facebook.com', 'https://limited.facebook.com'],
};

type SocialVariables = z.infer<z.ZodObject<typeof socialShape>>;

export function readSocialSettings(env: SocialVariables): SocialSettings {
  const createProvider = (
    source: SocialSource,
    ids: string | undefined,
    issuer: string | undefined,
    jwksUrl: string,
    authorizeUrl: string,
  ) => {
    const clientIds = (ids ?? '').split(',').flatMap((id) => id.trim() || []);
    return clientIds.length > 0 ? { clientIds, issuers: issuer ? [issuer] : issuers[source], jwksUrl, authorizeUrl } : null;
  };
  const facebook = createProvider(
    'facebook',
    env.FACEBOOK_APP_ID,
    env.FACEBOOK_ISSUER,
    env.FACEBOOK_JWKS_URL,
    env.FACEBOOK_AUTHORIZE_URL,
  );
  return {
    facebook: facebook && {
      ...facebook,
      graphUrl: env.FACEBOOK_GRAPH_URL.replace(/\/$/, ''),
      appSecret: env.FACEBOOK_APP_SECRET,
    },
    google: createProvider('google', env.GOOGLE_CLIENT_ID, env.GOOGLE_ISSUER, env.GOOGLE_JWKS_URL, env.GOOGLE_AUTHORIZE_URL),
    apple: createProvider('apple', env.APPLE_CLIENT_ID, env.APPLE_ISSUER, env.APPLE_JWKS_URL, env.APPLE_AUTHORIZE_URL),
  };
}

/** The path of the demo's test providers (server/site/test-sign-in). */
export const testSignInPath = '/test-sign-in';

/**
 * The demo's test providers in place of the real ones. The browser goes to `publicUrl`, and the server reads their keys
 * from `ownUrl`.
 */
export function testSocialSettings({ publicUrl, ownUrl }: { publicUrl: string; ownUrl: string }): SocialSettings {
  const createTestProvider = (source: SocialSource): OidcProvider => ({
    clientIds: [`test-${source}`],
    issuers: [`${publicUrl}${testSignInPath}/${source}`],
    jwksUrl: `${ownUrl}${testSignInPath}/${source}/jwks`,
    authorizeUrl: `${publicUrl}${testSignInPath}/${source}/authorize`,
  });
  const graphUrl = `${ownUrl}${testSignInPath}/facebook/graph`;
  return {
    google: createTestProvider('google'),
    apple: createTestProvider('apple'),
    facebook: { ...createTestProvider('facebook'), graphUrl, appSecret: randomUUID() },
  };
}
