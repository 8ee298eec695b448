import { Container } from '@mantine/core';
import type { ReactNode } from 'react';
import { Logo } from '#web/ui/Logo.tsx';
import classes from './PublicFrame.module.css';

/** The public side's light frame, for its few screens that are part of the app. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <header className={classes.top}>
        <Container size="sm" className={classes.bar}>
          <a href="/jobs" title="All jobs">
            <Logo tone="onDark" />
          </a>
        </Container>
      </header>
      <Container component="main" size="sm" className={classes.main}>
        {children}
      </Container>
    </>
  );
}
