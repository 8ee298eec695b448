import { Alert, Button, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { socialNames, type SocialSource } from '#shared/accounts/sign-in.ts';
import { errorText } from '#web/api/errors.ts';
import { t } from '#web/texts/start.ts';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { toast } from '#web/ui/toast.ts';
import { getSocialFailure, isSocialSimulated, offeredSources } from './social-sources.ts';
import styles from './SocialButtons.module.css';

/** The icons are loaded after the buttons, because the page's first load has a budget (tests/bench/first-load.ts). */
const SocialIcon = lazyPart(async () => (await import('./SignInParts.tsx')).SocialIcon);

/** The buttons of the social sign-in providers that are set up. Only drivers can sign in with them. */
export function SocialButtons({ onChoose }: { onChoose: (source: SocialSource) => Promise<unknown> }) {
  const [failure, setFailure] = useState(getSocialFailure);
  const [pendingSource, setPendingSource] = useState<SocialSource | null>(null);
  if (offeredSources.length === 0) return null;
  const chooseSource = async (source: SocialSource) => {
    setFailure(null);
    setPendingSource(source);
    try {
      await onChoose(source);
    } catch (error) {
      toast.error(error);
      setFailure(errorText(error));
    } finally {
      setPendingSource(null);
    }
  };
  return (
    <section className={styles.providers} aria-label={t('signIn.socialSignInLabel')}>
      <p className={styles.divider}>{t('signIn.orAsADriver')}</p>
      {isSocialSimulated ? (
        <Text size="sm" c="dimmed" ta="center">
          {t('signIn.testSignInNote')}
        </Text>
      ) : null}
      {failure ? (
        <Alert color="red" variant="light" role="alert">
          {failure}
        </Alert>
      ) : null}
      {offeredSources.map((source) => (
        <Button
          key={source}
          variant="default"
          fullWidth
          leftSection={
            <span className={styles.icon}>
              <Suspense fallback={null}>
                <SocialIcon source={source} />
              </Suspense>
            </span>
          }
          loading={pendingSource === source}
          onClick={() => void chooseSource(source)}
        >
          {t('signIn.continueWith', { name: socialNames[source] })}
        </Button>
      ))}
    </section>
  );
}
