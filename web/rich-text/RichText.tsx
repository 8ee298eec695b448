import { Typography, type TypographyProps } from '@mantine/core';
import classes from './RichText.module.css';

/** Shows HTML that the server has sanitized (server/rich-text/safe-html.ts). No other component shows raw HTML. */
export function RichText({ html, ...props }: { html: string } & TypographyProps) {
  return <Typography {...props} className={classes.text} dangerouslySetInnerHTML={{ __html: html }} />;
}
