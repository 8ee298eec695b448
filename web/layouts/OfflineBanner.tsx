import { IconWifiOff } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { t } from '#web/texts/app.ts';
import styles from './OfflineBanner.module.css';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

/**
 * Shown while the browser has no network (`docs/product/screens.md#without-a-network`). The page keeps what it shows, and its
 * queries continue when the network is back.
 */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <output>
      {isOnline ? null : (
        <span className={styles.banner}>
          <IconWifiOff size="1.125rem" aria-hidden className={styles.icon} />
          {t('frames.offline')}
        </span>
      )}
    </output>
  );
}
