import { IconBrandAppleFilled, IconBrandFacebookFilled, IconBrandGoogleFilled } from '@tabler/icons-react';
import type { SocialSource } from '#shared/accounts/sign-in.ts';

const icons = { facebook: IconBrandFacebookFilled, google: IconBrandGoogleFilled, apple: IconBrandAppleFilled };

/** The logo of a provider, 18 px wide. */
export function SocialIcon({ source }: { source: SocialSource }) {
  const Icon = icons[source];
  return <Icon size={18} aria-hidden />;
}
