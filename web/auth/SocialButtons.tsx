import { Alert, Button, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { socialNames, type SocialSource } from '#shared/accounts/sign-in.ts';
import { errorText } from '#web/errors.ts';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { toast } from '#web/ui/toast.ts';
import { socialFailure, isSocialSimulated, offeredSources } from './social-sources.ts';
import styles from './SocialButtons.module.css';
import { t } from '#web/texts/start.ts';

/** Loaded after the buttons, because the first load of the sign-in page has a budget (tests/bench/first-load.ts). */
const SocialIcon = lazyPart(async () => (await import('./SocialIcon.tsx')).SocialIcon);

/** The providers that are set up, for drivers. Their scripts load only when a button is pressed. */
export function SocialButtons({ onChoose }: { onChoose: (source: SocialSource) => Promise<unknown> }) {
  const [failure, setFailure] = useState(socialFailure);
  const [pendingSource, setChosen] = useState<SocialSource | null>(null);
  if (offeredSources.length === 0) return null;
  const choose = async (source: SocialSource) => {
    setFailure(null);
    setChosen(source);
    try {
      await onChoose(source);
    } catch (error) {
      toast.error(error);
      setFailure(errorText(error));
    } finally {
      setChosen(null);
    }
  };
  return (
    <section className={styles.ways} aria-label={t('signIn.driversCanAlsoSign')}>
      <p className={styles.or}>{t('signIn.orAsADriver')}</p>
      {isSocialSimulated ? (
        <Text size="sm" c="dimmed" ta="center">
          {t('signIn.testSignNoRealAccount')}
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
          onClick={() => void choose(source)}
        >
          {t('signIn.continueWith', { name: socialNames[source] })}
        </Button>
      ))}
    </section>
  );
}
