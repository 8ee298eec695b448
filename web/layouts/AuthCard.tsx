import { Anchor } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '#web/texts/start.ts';
import { usePageTitle } from '#web/ui/page-title.ts';
import styles from './AuthLayout.module.css';

type Props = {
  /** The screen's h1. */
  title: ReactNode;
  /** The browser tab's title, if it differs from `title`. */
  tabTitle?: string;
  hint?: ReactNode;
  /** Links to other sign-in pages, below the line. */
  footer?: ReactNode;
  /** Disables everything in the card while it sends. */
  isBusy?: boolean;
  children?: ReactNode;
};

/** The content of a sign-in page inside `AuthLayout`: heading, hint, form and links. */
export function AuthCard({ title, tabTitle, hint, footer, isBusy = false, children }: Props) {
  usePageTitle(tabTitle ?? (typeof title === 'string' ? title : t('ui.signIn')));
  return (
    <section className={styles.card} inert={isBusy} aria-busy={isBusy}>
      <header>
        <h1 className={styles.heading}>{title}</h1>
        {hint && <p className={styles.hint}>{hint}</p>}
      </header>
      {children}
      {footer && <div className={styles.after}>{footer}</div>}
    </section>
  );
}

/** A link between the sign-in pages. */
export const RouterAnchor = createLink(Anchor<'a'>);
