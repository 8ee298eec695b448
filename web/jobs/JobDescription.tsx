import { Typography } from '@mantine/core';

/** The description's HTML, which the server has cleaned (server/jobs/description.ts). The one place that shows raw HTML. */
export function JobDescription({ html }: { html: string }) {
  return <Typography fz="sm" style={{ overflowWrap: 'anywhere' }} dangerouslySetInnerHTML={{ __html: html }} />;
}
