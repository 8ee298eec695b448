import { type SocialSource, socialSources } from '#shared/accounts/sign-in.ts';
import { flags } from '#web/browser/flags.ts';

/** The error of a failed social sign-in, which the sign-in page shows. */
let lastFailure: string | null = null;

export function storeSocialFailure(text: string | null): void {
  lastFailure = text;
}

export const getSocialFailure = (): string | null => lastFailure;

/** The server writes the providers into the page (server/app-page/app-page.ts), so no request is needed. */
function readSources(): SocialSource[] {
  const configuredSources = document.querySelector<HTMLMetaElement>('meta[name="social"]')?.content.split(' ') ?? [];
  return flags.socialLogin ? socialSources.filter((source) => configuredSources.includes(source)) : [];
}

/**
 * The sign-in page shows the providers that are set up, or none if the feature flag is off
 * (`docs/product/access.md#social-sign-in`).
 */
export const offeredSources = readSources();

/** Whether the buttons lead to the demo's test providers, which need no real account. */
export const isSocialSimulated = document.querySelector<HTMLMetaElement>('meta[name="social-test"]')?.content === 'yes';
