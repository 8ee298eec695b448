import { Anchor, Box, Container, Stack, Text, Title } from '@mantine/core';
import { termsVersion } from '#shared/accounts/sign-in.ts';
import { calendarDate } from '#shared/format.ts';
import { t } from '#web/texts/app.ts';
import { Logo } from '#web/ui/Logo.tsx';
import { usePageTitle } from '#web/ui/page-title.ts';

type LegalSection = { heading: string; text: string };

/** A legal page of headings and paragraphs. */
export function LegalPage({ title, sections }: { title: string; sections: readonly LegalSection[] }) {
  usePageTitle(title);
  return (
    <Container component="main" size="sm" py="xl">
      <Anchor href="/" underline="never" c="inherit">
        <Logo />
      </Anchor>
      <Title order={1} mt="xl">
        {title}
      </Title>
      <Text c="dimmed" size="sm" mt="xs" mb="lg">
        {t('legal.asOf', { date: calendarDate(termsVersion) })}
      </Text>
      <Stack gap="lg">
        {sections.map(({ heading, text }) => (
          <Box component="section" key={heading}>
            <Title order={2} mb="xs">
              {heading}
            </Title>
            <Text>{text}</Text>
          </Box>
        ))}
      </Stack>
    </Container>
  );
}
