import { Typography, type TypographyProps, Skeleton } from '@mantine/core';
import { type ComponentProps, lazy, Suspense } from 'react';
import { t } from '#web/texts/app.ts';
import { asStatus } from '#web/ui/StatusBadge.tsx';
import classes from './RichText.module.css';

type Props = {
  html: string;
  /** The text has the fonts of the page, as every job description has. */
  hasPageFonts?: boolean;
};

/** Shows HTML that the server has sanitized (server/rich-text/safe-html.ts). No other component shows raw HTML. */
export function RichText({ html, hasPageFonts = false, ...props }: Props & TypographyProps) {
  const className = hasPageFonts ? classes.description : classes.richText;
  return <Typography {...props} className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}

const Editor = lazy(() => import('./Editor.tsx'));

/** Loads the editor separately and shows a placeholder until it has arrived. */
export function LazyEditor(props: ComponentProps<typeof Editor>) {
  return (
    <Suspense
      fallback={<Skeleton className={classes.placeholder} data-kind={props.kind} {...asStatus(t('editor.loadingEditor'))} />}
    >
      <Editor {...props} />
    </Suspense>
  );
}
