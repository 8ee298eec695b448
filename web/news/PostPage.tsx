import { Button, Grid, Stack, TextInput, FileButton, Group, Image, Input } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { can } from '#shared/access/access.ts';
import { postStateLabels } from '#shared/news/news.ts';
import type { RichDocument } from '#shared/rich-text/rich-text.ts';
import { errorText } from '#web/api/errors.ts';
import { queryClient } from '#web/api/query-client.ts';
import { imageTypes, shrinkForUpload } from '#web/rich-text/image-upload.ts';
import { LazyEditor } from '#web/rich-text/RichText.tsx';
import { useMe } from '#web/signed-in/use-me.ts';
import { t, writeText } from '#web/texts/app.ts';
import { UnsavedChanges } from '#web/ui/form/UnsavedChanges.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { toast } from '#web/ui/toast.ts';
import { PostArticle } from './NewsCard.tsx';
import { type Preview, PreviewDialog, PublicationSection, ScheduleDialog } from './PublicationSection.tsx';
import { type Post, sendImage, channelQuery, postQuery } from './queries.ts';
import { SaveFailure, SaveStatus, usePostDraft } from './SaveStatus.tsx';
import { useDeletePostWithUndo } from './use-delete-post.tsx';

type Props = { post: Post; channelName: string; onAcceptRemote: () => void };

/** Edits a post. A draft is saved automatically, and a published post only when the author asks for it. */
function PostEditor({ post, channelName, onAcceptRemote }: Props) {
  const navigate = useNavigate();
  const draft = usePostDraft(post);
  const { remove, dialog } = useDeletePostWithUndo();
  const [title, setTitle] = useState(post.title);
  const [thumbnail, setThumbnail] = useState(post.thumbnail);
  const [content] = useState(() => getDocument(post));
  const [lastBody, setLastBody] = useState<RichDocument | null>(content);
  const [isBusy, setIsBusy] = useState(false);
  const [isScheduleOpen, scheduleDialog] = useDisclosure(false);
  const [preview, setPreview] = useState<Preview | null>(null);
  const isLive = post.isActive;

  /** Errors are not thrown, because `SaveFailure` shows them above the editor. */
  const saveWithToast = async (publication: Parameters<typeof draft.save>[0], successText: string) => {
    setIsBusy(true);
    try {
      await draft.save(publication);
      toast.success(successText);
    } catch {
      return;
    } finally {
      setIsBusy(false);
    }
  };
  const openPreview = () => {
    const body = draft.unsavedBody() ?? getDocument(post) ?? lastBody;
    setLastBody(body);
    setPreview({ title, thumbnail, body });
  };
  const deleteAndLeave = async () => {
    if (await remove(post)) await navigate({ to: '/news/$id', params: { id: post.channelId }, ignoreBlocker: true });
  };
  return (
    <>
      <PageHeader
        title={post.title}
        back={{ to: `/news/${post.channelId}`, label: channelName }}
        badge={<StatusBadge status={post.state} label={writeText(postStateLabels[post.state])} />}
        description={<SaveStatus state={draft.state} isLive={isLive} />}
        actions={
          <>
            <Button variant="default" onClick={openPreview}>
              {t('common.preview')}
            </Button>
            <Button
              color="orange"
              loading={isBusy}
              disabled={title.trim() === '' || (isLive && draft.state.kind === 'saved')}
              onClick={() =>
                void (isLive
                  ? saveWithToast({}, t('errors.updated'))
                  : saveWithToast({ isActive: true, scheduledAt: null }, t('common.postPublished')))
              }
            >
              {isLive ? t('news.update') : t('news.publish')}
            </Button>
          </>
        }
      />
      <Stack gap="md">
        <SaveFailure
          state={draft.state}
          onRetry={() => void draft.save().catch(() => undefined)}
          onOverwrite={() => void draft.saveAnyway().catch(() => undefined)}
          onAcceptRemote={onAcceptRemote}
        />
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, lg: 8.5 }}>
            <Stack gap="md">
              <TextInput
                label={t('common.title')}
                maxLength={200}
                value={title}
                error={title.trim() === '' ? t('errors.titleRequired') : null}
                onChange={(event) => {
                  setTitle(event.currentTarget.value);
                  draft.change({ title: event.currentTarget.value.trim() });
                }}
              />
              <LazyEditor
                kind="post"
                content={content}
                label={t('common.post')}
                sendImage={(file) => sendImage(post.channelId, file)}
                onChange={draft.changeBody}
              />
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 3.5 }}>
            <Stack gap="lg">
              <PublicationSection
                post={post}
                isBusy={isBusy}
                onSchedule={scheduleDialog.open}
                onUnschedule={() => void saveWithToast({ scheduledAt: null }, t('news.postUnscheduled'))}
                onDeactivate={() => void saveWithToast({ isActive: false }, t('news.postUnpublished'))}
              />
              <Section>
                <ThumbnailField
                  channelId={post.channelId}
                  value={thumbnail}
                  onChange={(url) => {
                    setThumbnail(url);
                    draft.change({ thumbnail: url });
                  }}
                />
              </Section>
              <Button variant="subtle" color="red" w="fit-content" onClick={() => void deleteAndLeave()}>
                {t('news.deletePost')}
              </Button>
            </Stack>
          </Grid.Col>
        </Grid>
      </Stack>
      <ScheduleDialog
        scheduledAt={post.scheduledAt}
        isOpen={isScheduleOpen}
        onClose={scheduleDialog.close}
        onSchedule={async (at) => {
          await draft.save({ scheduledAt: at });
          toast.success(t('common.postScheduled'));
        }}
      />
      {preview ? (
        <PreviewDialog
          preview={preview}
          channelName={channelName}
          publishedAt={post.publishedAt}
          onClose={() => setPreview(null)}
        />
      ) : null}
      <UnsavedChanges isDirty={draft.isDirty} />
      {dialog}
    </>
  );
}

/** The cast is safe, because the server has validated the stored document. */
const getDocument = ({ body }: Post): RichDocument | null => (body ? (body as RichDocument) : null);

type ThumbnailFieldProps = { channelId: string; value: string | null; onChange: (url: string | null) => void };

/** Uploads the picture above a post and on its card. The server stores it in two sizes. */
function ThumbnailField({ channelId, value, onChange }: ThumbnailFieldProps) {
  const upload = useMutation({
    mutationFn: async (file: File) => sendImage(channelId, await shrinkForUpload(file)),
    onSuccess: onChange,
  });
  return (
    <Input.Wrapper
      label={t('common.thumbnail')}
      labelElement="div"
      description={t('common.optionalImageHint')}
      error={upload.error ? errorText(upload.error) : null}
    >
      {value ? <Image src={value} alt={t('news.postThumbnail')} radius="sm" mt="xs" mah="12rem" fit="cover" /> : null}
      <Group gap="sm" mt="xs">
        <FileButton accept={imageTypes} onChange={(file) => file && upload.mutate(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="xs"
              leftSection={<IconPhoto size={16} aria-hidden />}
              loading={upload.isPending}
            >
              {value ? t('news.changeThumbnail') : t('news.uploadThumbnail')}
            </Button>
          )}
        </FileButton>
        {value ? (
          <Button variant="subtle" size="xs" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => onChange(null)}>
            {t('common.remove')}
          </Button>
        ) : null}
      </Group>
    </Input.Wrapper>
  );
}

type PostPageProps = { channelId: string; id: string };

/** `/news/{id}/posts/{postId}`: the editor for news staff, the post itself for others. */
export function PostPage({ channelId, id }: PostPageProps) {
  const me = useMe();
  const { data: channel } = useSuspenseQuery(channelQuery(channelId));
  const { data: post } = useSuspenseQuery(postQuery(id));
  const [editorVersion, setEditorVersion] = useState(0);
  const loadSavedVersion = async () => {
    await queryClient.refetchQueries(postQuery(id));
    setEditorVersion(editorVersion + 1);
  };
  if (!can(me.roles, 'news.manage')) return <PostView post={post} channelName={channel.name} />;
  return <PostEditor key={editorVersion} post={post} channelName={channel.name} onAcceptRemote={() => void loadSavedVersion()} />;
}

function PostView({ post, channelName }: { post: Post; channelName: string }) {
  return (
    <>
      <PageHeader
        title={post.title}
        back={{ to: `/news/${post.channelId}`, label: channelName }}
        badge={<StatusBadge status={post.state} label={writeText(postStateLabels[post.state])} />}
      />
      <PostArticle
        channelName={channelName}
        publishedAt={post.publishedAt}
        thumbnail={post.fullResolutionThumbnail}
        bodyHtml={post.bodyHtml ?? ''}
      />
    </>
  );
}
