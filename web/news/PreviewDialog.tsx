import { Loader, Modal, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { breakpoints } from '#shared/brand.ts';
import type { RichDocument } from '#shared/rich-text/rich-text.ts';
import { asStatus } from '#web/ui/as-status.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { PostArticle } from './PostArticle.tsx';
import { previewOf } from './queries.ts';

export type Preview = { title: string; thumbnail: string | null; body: RichDocument | null };

type Props = { preview: Preview; channelName: string; publishedAt: string | null; onClose: () => void };

/** The post as members would see it, with what is not saved yet. */
export function PreviewDialog({ preview: { title, thumbnail, body }, channelName, publishedAt, onClose }: Props) {
  const isNarrow = useMediaQuery(`(max-width: ${breakpoints.sm})`);
  const html = useQuery({
    queryKey: ['news-preview', body],
    queryFn: () => (body ? previewOf(body) : ''),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      fullScreen={isNarrow ?? false}
      title="Preview"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Title order={2} mb="xs">
        {title}
      </Title>
      {html.isPending ? <Loader {...asStatus('Loading...')} /> : null}
      {html.isError ? <ErrorState error={html.error} onRetry={() => void html.refetch()} isRetrying={html.isFetching} /> : null}
      {html.isSuccess ? (
        <PostArticle channelName={channelName} publishedAt={publishedAt} thumbnail={thumbnail} bodyHtml={html.data} />
      ) : null}
    </Modal>
  );
}
