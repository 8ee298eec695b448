import { RichText } from '#web/rich-text/RichText.tsx';

export function JobDescription({ html }: { html: string }) {
  return <RichText html={html} fz="sm" />;
}
