import { Center, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBell,
  IconBriefcase,
  IconBuilding,
  IconCreditCard,
  IconDownload,
  IconFileInvoice,
  IconFilter,
  IconHome,
  IconId,
  IconLogout,
  IconMail,
  IconMapPin,
  IconNews,
  IconPencil,
  IconPhone,
  IconPlus,
  IconSearch,
  IconSettings,
  IconSpeakerphone,
  IconStar,
  IconTag,
  IconTrash,
  IconTruck,
  IconUpload,
  IconUsers,
} from '@tabler/icons-react';
import { useState } from 'react';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { EmptyState } from '#web/ui/States.tsx';

const icons = {
  'alert triangle': IconAlertTriangle,
  bell: IconBell,
  briefcase: IconBriefcase,
  building: IconBuilding,
  'credit card': IconCreditCard,
  download: IconDownload,
  'file invoice': IconFileInvoice,
  filter: IconFilter,
  home: IconHome,
  licence: IconId,
  'log out': IconLogout,
  mail: IconMail,
  'map pin': IconMapPin,
  news: IconNews,
  pencil: IconPencil,
  phone: IconPhone,
  plus: IconPlus,
  search: IconSearch,
  settings: IconSettings,
  speakerphone: IconSpeakerphone,
  star: IconStar,
  tag: IconTag,
  trash: IconTrash,
  truck: IconTruck,
  upload: IconUpload,
  users: IconUsers,
};

export function IconsPage() {
  const [query, setQuery] = useState('');
  const matches = Object.entries(icons).filter(([name]) => name.includes(query.trim().toLowerCase()));
  return (
    <>
      <PageHeader
        title="Icons"
        description="Tabler outline icons, 16 to 28 px, in the text color. Decorative next to text, named when alone."
      />
      <Group mb="lg">
        <SearchInput label="Search icons" value={query} onChange={setQuery} />
      </Group>
      {matches.length === 0 ? (
        <EmptyState title="No icons match">Try a shorter search.</EmptyState>
      ) : (
        <SimpleGrid cols={{ base: 2, xs: 3, sm: 5, md: 6 }} component="ul" p={0} style={{ listStyle: 'none' }}>
          {matches.map(([name, Icon]) => (
            <Paper key={name} component="li" withBorder p="md">
              <Stack align="center" gap="xs">
                <Center h={32}>
                  <Icon size={28} stroke={1.6} aria-hidden />
                </Center>
                <Text size="sm" c="dimmed">
                  {name}
                </Text>
              </Stack>
            </Paper>
          ))}
        </SimpleGrid>
      )}
    </>
  );
}
