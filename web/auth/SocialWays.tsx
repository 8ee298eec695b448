import { type CSSProperties, lazy, Suspense } from 'react';
import type { SocialSource } from '#shared/accounts/social-sources.ts';
import { offeredSources } from './social-sources.ts';
import styles from './SocialWays.module.css';

const SocialButtons = lazy(async () => ({ default: (await import('./SocialButtons.tsx')).SocialButtons }));

/** The buttons of the providers that are set up, in the place that they will need; without one nothing is loaded. */
export function SocialWays({ onChoose }: { onChoose: (source: SocialSource) => Promise<unknown> }) {
  if (offeredSources.length === 0) return null;
  return (
    <div className={styles.place} style={{ '--ways': offeredSources.length } as CSSProperties}>
      <Suspense fallback={null}>
        <SocialButtons onChoose={onChoose} />
      </Suspense>
    </div>
  );
}
