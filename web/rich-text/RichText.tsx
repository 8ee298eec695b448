import { Typography, type TypographyProps } from '@mantine/core';
import classes from './RichText.module.css';

/** HTML that the server has made safe (server/rich-text/safe-html.ts). The one place that shows raw HTML. */
export function RichText({ html, ...props }: { html: string } & TypographyProps) {
  return <Typography {...props} className={classes.text} dangerouslySetInnerHTML={{ __html: html }} />;
}
