import { Box, Container, Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import { publicLink } from '#web/browser/language.ts';
import { t } from '#web/texts/app.ts';
import { Logo } from '#web/ui/Logo.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';

/** Adds the header of the public pages, for screens of the app that belong to them. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <Box component="header" bg="var(--brand-rail)">
        <Container size="sm">
          <Flex mih="4rem" align="center">
            <a href={publicLink('/jobs')} title={t('common.allJobs')} style={{ textDecoration: 'none' }}>
              <Logo tone="onDark" />
            </a>
          </Flex>
        </Container>
      </Box>
      <Container component="main" size="sm" pt="lg" pb="4rem">
        {children}
      </Container>
      <OfflineBanner />
    </>
  );
}
