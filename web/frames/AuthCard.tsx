import type { ReactNode } from 'react';
import { usePageTitle } from '#web/ui/page-title.ts';
import styles from './AuthLayout.module.css';

type Props = {
  /** The screen's h1. */
  title: ReactNode;
  /** The browser tab's title, where it differs from a plain text `title`. */
  tab?: string;
  hint?: ReactNode;
  /** Under the line: the ways to other entrance screens. */
  after?: ReactNode;
  /** While it sends nothing here can be used (`spec: access §2`). */
  isBusy?: boolean;
  children?: ReactNode;
};

/** One entrance screen inside `AuthLayout`: heading, hint, form, other ways. */
export function AuthCard({ title, tab, hint, after, isBusy = false, children }: Props) {
  usePageTitle(tab ?? (typeof title === 'string' ? title : 'Sign in'));
  return (
    <section className={styles.card} inert={isBusy} aria-busy={isBusy}>
      <header>
        <h1 className={styles.heading}>{title}</h1>
        {hint && <p className={styles.hint}>{hint}</p>}
      </header>
      {children}
      {after && <div className={styles.after}>{after}</div>}
    </section>
  );
}
