import { lazy, Suspense } from 'react';
import { UnverifiedBanner } from '#web/auth/UnverifiedBanner.tsx';
import type { Me } from '#web/me.ts';

const ImpersonationBanner = lazy(async () => ({
  default: (await import('#web/impersonation/ImpersonationBanner.tsx')).ImpersonationBanner,
}));

/** Above a portal: as whom an admin acts and for how long yet, else that the own e-mail waits for its proof (`ui: Frames`). */
export function PersonBanner({ me }: { me: Me }) {
  if (!me.impersonatorId) return <UnverifiedBanner />;
  return (
    <Suspense fallback={null}>
      <ImpersonationBanner me={me} />
    </Suspense>
  );
}
