import { Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { errorText, requestIdOf, statusOf } from '#web/errors.ts';
import { MainPart } from './MainPart.tsx';
import { usePageTitle } from './page-title.ts';

/** The page in place of a screen that failed to load (`spec: access §2`). */
export function RouteError({ error }: ErrorComponentProps) {
  const router = useRouter();
  const { reset } = useQueryErrorResetBoundary();
  usePageTitle('Oops!');
  useEffect(() => reset(), [reset]);
  const status = statusOf(error);
  // What is not there comes by no second try.
  const isGone = status === 404;
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <MainPart>
      <Stack align="center" gap="sm" ta="center" maw="30rem">
        <Title order={1}>Oops!</Title>
        <Text>Sorry, an unexpected error has occurred.</Text>
        <Code px="sm" py="xs">
          {status ? `${status} ` : ''}
          {errorText(error)}
        </Code>
        <Reference error={error} />
        <Group justify="center" mt="sm">
          {isGone ? null : (
            <Button color="orange" onClick={retry}>
              Try again
            </Button>
          )}
          <Button {...(isGone ? { color: 'orange' } : { variant: 'default' })} component="a" href="/">
            Go home
          </Button>
        </Group>
      </Stack>
    </MainPart>
  );
}

/** What to name to us when the fault is ours. A refusal that is expected has its words and needs no looking up. */
export function Reference({ error }: { error: unknown }) {
  const requestId = requestIdOf(error);
  const isExpected = (statusOf(error) ?? 500) < 500;
  if (!requestId || isExpected) return null;
  return (
    <Text size="xs" c="dimmed">
      Reference{' '}
      <Text span inherit ff="monospace">
        {requestId}
      </Text>
    </Text>
  );
}
