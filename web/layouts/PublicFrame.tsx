import { Container } from '@mantine/core';
import type { ReactNode } from 'react';
import { publicLink } from '#web/browser/language.ts';
import { t } from '#web/texts/app.ts';
import { Logo } from '#web/ui/Logo.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';
import classes from './PublicFrame.module.css';

/** Adds the header of the public pages, for screens of the app that belong to them. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <header className={classes.top}>
        <Container size="sm" className={classes.bar}>
          <a href={publicLink('/jobs')} title={t('common.allJobs')}>
            <Logo tone="onDark" />
          </a>
        </Container>
      </header>
      <Container component="main" size="sm" className={classes.main}>
        {children}
      </Container>
      <OfflineBanner />
    </>
  );
}
