/** Why a social log-in that left this page came back without a session; kept for the log-in screen, which says so. */
let failure: string | null = null;

export function keepSocialFailure(text: string | null): void {
  failure = text;
}

export const socialFailure = (): string | null => failure;
