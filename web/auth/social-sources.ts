import { type SocialSource, socialSources } from '#shared/accounts/social-sources.ts';
import { flags } from '#web/flags.ts';

/** Why a social log-in that left this page came back without a session; kept for the log-in screen, which says so. */
let failure: string | null = null;

export function keepSocialFailure(text: string | null): void {
  failure = text;
}

export const socialFailure = (): string | null => failure;

/** The server writes into the page which providers are set up (server/built-app.ts); nobody is asked before a button is pressed. */
function readSources(): SocialSource[] {
  const setUp = document.querySelector<HTMLMetaElement>('meta[name="social"]')?.content.split(' ') ?? [];
  return flags.socialLogin ? socialSources.filter((source) => setUp.includes(source)) : [];
}

/** Whose buttons the log-in shows: of those that are set up, while the flag is on (`spec: access §2 Login screen`). */
export const offeredSources = readSources();

/** Whether the buttons lead to the demo's test providers, where no real account is needed. */
export const isSocialSimulated = document.querySelector<HTMLMetaElement>('meta[name="social-test"]')?.content === 'yes';
