/** The social sign-in providers, in the order of their buttons (`docs/product/access.md#social-sign-in`). */
export const socialSources = ['facebook', 'google', 'apple'] as const;
export type SocialSource = (typeof socialSources)[number];

export const socialNames: Record<SocialSource, string> = { facebook: 'Facebook', google: 'Google', apple: 'Apple' };
