import { Box, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { publicLink } from '#web/browser/language.ts';
import { t } from '#web/texts/start.ts';
import { usePageTitle } from './page-title.ts';
import { MainLandmark } from './RouteError.tsx';

/**
 * The page for a URL that does not exist or that the user may not open. It offers the search and the jobs, because most people
 * with an old link look for a job (`docs/product/screens.md#messages`).
 */
export function NotFound() {
  usePageTitle(t('ui.notFound'));
  return (
    <MainLandmark>
      <Stack align="center" gap="sm" ta="center" maw="28rem" w="100%">
        <Title order={1}>{t('ui.pageNotFoundTitle')}</Title>
        <Text c="dimmed">{t('ui.pageNotFoundHint')}</Text>
        <Box component="form" action={publicLink('/jobs')} method="get" w="100%">
          <TextInput
            name="query"
            aria-label={t('ui.searchJobs')}
            placeholder={t('ui.searchJobsPlaceholder')}
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
