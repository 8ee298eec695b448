import { Box, Button, Center, Code, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, type ReactNode, useState } from 'react';
import { errorText, requestIdOf, statusOf } from '#web/errors.ts';
import { publicLink } from '#web/language.ts';
import { reloadAttempt } from '#web/new-version.ts';
import { PendingPage } from './Loading.tsx';
import { usePageTitle } from './page-title.ts';
import { rich, t } from '#web/texts/start.ts';

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
    const retryOnline = () => void router.invalidate();
    window.addEventListener('online', retryOnline, { once: true });
    return () => window.removeEventListener('online', retryOnline);
  }, [router, status]);
  if (useMayReload()) return <PendingPage />;
  // Trying again does not help if something does not exist.
  const isNotFound = status === 404;
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <MainLandmark>
      <Stack align="center" gap="sm" ta="center" maw="30rem">
        <Title order={1}>{t('ui.oops')}</Title>
        <Text>{t('ui.sorryUnexpectedErrorHasOccurred')}</Text>
        <Code px="sm" py="xs">
          {status ? `${status} ` : ''}
          {errorText(error)}
        </Code>
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
      {rich('ui.referenceRequestId', {
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

/**
 * The page for a URL that does not exist or that the user may not open. It offers the search and the jobs, because most people
 * with an old link look for a job (`docs/product/screens.md#messages`).
 */
export function NotFound() {
  usePageTitle(t('ui.notFound'));
  return (
    <MainLandmark>
      <Stack align="center" gap="sm" ta="center" maw="28rem" w="100%">
        <Title order={1}>{t('ui.weCantFindThatPage')}</Title>
        <Text c="dimmed">{t('ui.pageMayHaveMoved')}</Text>
        <Box component="form" action={publicLink('/jobs')} method="get" w="100%">
          <TextInput
            name="query"
            aria-label={t('ui.searchJobs')}
            placeholder={t('ui.jobTitleCompanyOrPlace')}
            autoComplete="off"
            mb="sm"
          />
          <Group justify="center">
            <Button color="orange" type="submit">
              {t('ui.searchJobs')}
            </Button>
            <Button variant="default" component="a" href={publicLink('/jobs')}>
              {t('ui.browseJobs')}
            </Button>
            <Button variant="default" component="a" href="/">
              {t('ui.goHome')}
            </Button>
          </Group>
        </Box>
      </Stack>
    </MainLandmark>
  );
}
