import { Skeleton, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { toast } from '#web/ui/toast.ts';
import { type MemberChannel, memberChannelsQuery, useSubscribe } from './member-queries.ts';

/** Joining and leaving; a Mandatory channel stays on. */
export function ChannelSwitches() {
  const channels = useQuery(memberChannelsQuery());
  if (channels.isPending) return <Skeleton h="6rem" />;
  if (channels.isError)
    return <ErrorState error={channels.error} onRetry={() => void channels.refetch()} isRetrying={channels.isFetching} />;
  if (channels.data.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No channels yet.
      </Text>
    );
  return (
    <Stack gap="md">
      {channels.data.map((channel) => (
        <ChannelSwitch key={channel.id} channel={channel} />
      ))}
    </Stack>
  );
}

function ChannelSwitch({ channel: { id, name, description, channelType, isJoined } }: { channel: MemberChannel }) {
  const { join, leave, isPending } = useSubscribe();
  const isFixed = channelType === 'Mandatory';
  const toggle = () =>
    (isJoined ? leave : join).mutate(
      { id },
      {
        onSuccess: () => toast.success(isJoined ? `You left ${name}` : `You joined ${name}`),
        onError: (error) => toast.error(error),
      },
    );
  const told = [description, isFixed ? 'All members have this channel.' : null].filter(Boolean).join(' ');
  return (
    <Switch label={name} description={told || undefined} checked={isJoined} disabled={isFixed || isPending} onChange={toggle} />
  );
}
