import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { usePageTitle } from './page-title.ts';

/** An address that leads nowhere, or to something that is not the visitor's. */
export function NotFound() {
  usePageTitle('Not found');
  return (
    <Center component="main" mih="70vh" p="lg">
      <Stack align="center" gap="sm" ta="center" maw="28rem">
        <Text fz="sm" fw={600} c="dimmed" className="tabular">
          404
        </Text>
        <Title order={1}>This road ends here</Title>
        <Text c="dimmed">The page does not exist, or it is not yours to see.</Text>
        <Button color="orange" component="a" href="/" mt="xs">
          Go to the start
        </Button>
      </Stack>
    </Center>
  );
}
