import { Button, Center, Group, Stack, Text, Title } from '@mantine/core';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, type ReactNode, useState } from 'react';
import { errorText, requestIdOf, statusOf } from '#web/api/errors.ts';
import { reloadAttempt } from '#web/browser/new-version.ts';
import { rich, t } from '#web/texts/start.ts';
import { PendingPage } from './Loading.tsx';
import { usePageTitle } from './page-title.ts';

/** Shown instead of a screen that failed to load (`docs/product/screens.md#messages`). */
export function RouteError({ error }: ErrorComponentProps) {
  const router = useRouter();
  const { reset } = useQueryErrorResetBoundary();
  usePageTitle(t('ui.oops'));
  useEffect(() => reset(), [reset]);
  const status = statusOf(error);
  useEffect(() => {
    // A screen that got no answer loads when the network is back.
    if (status) return;
    // The page is loaded again, because files of the screen may be missing as well.
    const retryOnline = () => window.location.reload();
    window.addEventListener('online', retryOnline, { once: true });
    return () => window.removeEventListener('online', retryOnline);
  }, [status]);
  if (useMayReload()) return <PendingPage />;
  // Trying again does not help if something does not exist.
  const isNotFound = status === 404;
  const isOffline = !status && !navigator.onLine;
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <MainLandmark>
      <Stack align="center" gap="sm" ta="center" maw="30rem">
        <Title order={1}>{t('ui.oops')}</Title>
        <Text>{t(isOffline ? 'ui.offlineHint' : 'ui.unexpectedError')}</Text>
        <Text component="code" size="xs" ff="monospace" px="sm" py="xs" bg="var(--mantine-color-default-hover)" bdrs="sm">
          {status ? `${status} ` : ''}
          {errorText(error)}
        </Text>
        <ErrorReference error={error} />
        <Group justify="center" mt="sm">
          {isNotFound ? null : (
            <Button color="orange" onClick={retry}>
              {t('ui.tryAgain')}
            </Button>
          )}
          <Button {...(isNotFound ? { color: 'orange' } : { variant: 'default' })} component="a" href="/">
            {t('ui.goHome')}
          </Button>
        </Group>
      </Stack>
    </MainLandmark>
  );
}

/** Whether the tab may be about to reload, because a file of the screen is missing. */
function useMayReload(): boolean {
  const [attempt] = useState(reloadAttempt);
  const [mayReload, setMayReload] = useState(attempt !== null);
  useEffect(() => void attempt?.then(() => setMayReload(false)), [attempt]);
  return mayReload;
}

/** The request id that a user can report. Expected errors explain themselves, so they show none. */
export function ErrorReference({ error }: { error: unknown }) {
  const requestId = requestIdOf(error);
  const isExpected = (statusOf(error) ?? 500) < 500;
  if (!requestId || isExpected) return null;
  return (
    <Text size="xs" c="dimmed">
      {rich('ui.errorReference', {
        requestId,
        b: (content) => (
          <Text span inherit ff="monospace">
            {content}
          </Text>
        ),
      })}
    </Text>
  );
}

/** Wraps a full-screen message in the page's only main element, unless the layout of a portal already has one. */
export function MainLandmark({ children }: { children: ReactNode }) {
  const [isInFrame, setIsInFrame] = useState(true);
  const detectFrame = (element: HTMLElement | null) => {
    if (element) setIsInFrame(Boolean(element.parentElement?.closest('main')));
  };
  return (
    <Center component={isInFrame ? 'div' : 'main'} mih="70vh" p="lg" ref={detectFrame}>
      {children}
    </Center>
  );
}
