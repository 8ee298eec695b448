import { type SocialSource, socialSources } from '#shared/accounts/sign-in.ts';
import { flags } from '#web/flags.ts';

/** Why a social sign-in failed, for the sign-in page to show. */
let failure: string | null = null;

export function storeSocialFailure(text: string | null): void {
  failure = text;
}

export const socialFailure = (): string | null => failure;

/** The server writes the providers into the page (server/built-app.ts), so no request is needed. */
function readSources(): SocialSource[] {
  const setUp = document.querySelector<HTMLMetaElement>('meta[name="social"]')?.content.split(' ') ?? [];
  return flags.socialLogin ? socialSources.filter((source) => setUp.includes(source)) : [];
}

/**
 * The providers to show on the sign-in page: those that are set up, while the flag is on
 * (`docs/product/access.md#social-sign-in`).
 */
export const offeredSources = readSources();

/** Whether the buttons lead to the demo's test providers, which need no real account. */
export const isSocialSimulated = document.querySelector<HTMLMetaElement>('meta[name="social-test"]')?.content === 'yes';
