/** Providers of social log-ins, in the order of their buttons (`spec: access §2 Login screen`). */
export const socialSources = ['facebook', 'google', 'apple'] as const;
export type SocialSource = (typeof socialSources)[number];

export const socialNames: Record<SocialSource, string> = { facebook: 'Facebook', google: 'Google', apple: 'Apple' };
