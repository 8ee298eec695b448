import { Button, Code, Stack, Text, Title } from '@mantine/core';
import { MainPart } from './MainPart.tsx';
import { usePageTitle } from './page-title.ts';

/** The error page for an address that leads nowhere, or to something that is not the visitor's (`spec: access §2`). */
export function NotFound() {
  usePageTitle('Not found');
  return (
    <MainPart>
      <Stack align="center" gap="sm" ta="center" maw="28rem">
        <Title order={1}>Oops!</Title>
        <Text>Sorry, an unexpected error has occurred.</Text>
        <Code px="sm" py="xs">
          404 Not Found
        </Code>
        <Text c="dimmed">Page not found, or you don’t have access.</Text>
        <Button color="orange" component="a" href="/" mt="xs">
          Go home
        </Button>
      </Stack>
    </MainPart>
  );
}
