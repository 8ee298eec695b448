import { Avatar, Menu, SegmentedControl, Stack, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { fullName } from '#shared/format.ts';
import type { Me } from '#web/me.ts';

type Props = { me: Me; onLogout: () => void };
type Scheme = 'auto' | 'light' | 'dark';

const schemes: { value: Scheme; label: string }[] = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** The signed-in person's menu: who, light or dark, shortcuts, the way out. */
export function UserMenu({ me, onLogout }: Props) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = fullName(me) || me.email;
  return (
    <Menu position="bottom-end" width={260} shadow="md">
      <Menu.Target>
        <UnstyledButton aria-label={`Account of ${name}`}>
          <Avatar name={name} color="navy" radius="xl" size="2.25rem" alt="" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Stack gap={0} px="sm" py="xs">
          <Text size="sm" fw={600} truncate>
            {name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {me.companyName ? `${me.email} · ${me.companyName}` : me.email}
          </Text>
        </Stack>
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        <SegmentedControl
          fullWidth
          size="xs"
          mx="xs"
          mb="xs"
          aria-label="Appearance"
          data={schemes}
          value={colorScheme}
          onChange={(value) => setColorScheme(value as Scheme)}
        />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size="1rem" />} onClick={onLogout}>
          Log out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
