import { ActionIcon, Group, Skeleton, Stack, Table, TextInput, VisuallyHidden } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { albumTitleField } from '#shared/gallery.ts';
import { queryClient } from '#web/api/query-client.ts';
import { trpc } from '#web/api/trpc.ts';
import { useConfirm } from '#web/ui/ConfirmDialog.tsx';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { EmptyState, ErrorState } from '#web/ui/States.tsx';
import { type Album, albumsQuery } from './guard.ts';

const reload = () => queryClient.invalidateQueries(trpc.gallery.albums.pathFilter());
const schema = z.object({ title: albumTitleField });

/** An example of a list on the server, with its loading, empty and error states. */
export function AlbumsPage() {
  const albums = useQuery(albumsQuery);
  return (
    <>
      <PageHeader
        title="Server list"
        description="Albums stored on the server. Errors show in the form, and nothing you typed is lost."
      />
      <Stack gap="lg">
        <Section title="New album">
          <NewAlbum />
        </Section>
        <Section title="Albums" isFlush={albums.isSuccess && albums.data.items.length > 0}>
          {albums.isPending ? <Skeleton h="8rem" /> : null}
          {albums.isError ? (
            <ErrorState error={albums.error} onRetry={() => void albums.refetch()} isRetrying={albums.isFetching} />
          ) : null}
          {albums.isSuccess ? <AlbumRows albums={albums.data.items} /> : null}
        </Section>
      </Stack>
    </>
  );
}

function NewAlbum() {
  const form = useSchemaForm(schema, { initialValues: { title: '' } });
  const creating = useMutation(trpc.gallery.createAlbum.mutationOptions({ onSuccess: reload }));
  return (
    <Form
      form={form}
      label="New album"
      onSubmit={async (values) => {
        await creating.mutateAsync(values);
        form.reset();
      }}
    >
      <Group align="flex-start">
        <TextInput label="Title" autoComplete="off" flex="1 1 14rem" key={form.key('title')} {...form.getInputProps('title')} />
        <SubmitButton mt={{ base: 0, xs: '1.6rem' }}>Add album</SubmitButton>
      </Group>
    </Form>
  );
}

function AlbumRows({ albums }: { albums: readonly Album[] }) {
  const { ask, dialog } = useConfirm();
  // A failure is only logged. The reloaded list shows the actual state.
  const deleting = useMutation(
    trpc.gallery.deleteAlbum.mutationOptions({ onError: (error) => console.error(error), onSettled: reload }),
  );
  const remove = async ({ id, title }: Album) => {
    if (await ask({ title: `Delete “${title}”?`, confirmLabel: 'Delete', isDestructive: true })) deleting.mutate({ id });
  };
  if (albums.length === 0) return <EmptyState title="No albums yet">Add one above.</EmptyState>;
  return (
    <>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Title</Table.Th>
            <Table.Th w="3rem">
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {albums.map((album) => (
            <Table.Tr key={album.id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{album.title}</Table.Td>
              <Table.Td>
                <ActionIcon
                  variant="subtle"
                  color="red"
                  aria-label={`Delete “${album.title}”`}
                  loading={deleting.isPending && deleting.variables.id === album.id}
                  onClick={() => void remove(album)}
                >
                  <IconTrash size={18} aria-hidden />
                </ActionIcon>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {dialog}
    </>
  );
}
