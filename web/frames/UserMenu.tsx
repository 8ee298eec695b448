import { Avatar, Menu, Stack, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconHistory, IconLogout, IconMessages, IconUserCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { can } from '#shared/access/access.ts';
import { fullName } from '#shared/format.ts';
import type { Me } from '#web/me.ts';
import styles from './PortalFrame.module.css';

type Props = { me: Me; onLogout: () => void };
type Scheme = 'auto' | 'light' | 'dark';

const schemes: { value: Scheme; label: string }[] = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** Drawn by the style sheet, so that the button's name stays the person's. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => word?.charAt(0).toUpperCase() ?? '').join('');
}

/** The signed-in person's menu: who, light or dark, shortcuts, the way out. */
export function UserMenu({ me, onLogout }: Props) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = fullName(me) || me.email;
  return (
    <Menu position="bottom-end" width={260} shadow="md">
      <Menu.Target>
        <UnstyledButton aria-label={`Account of ${name}`}>
          <Avatar color="navy" radius="xl" size="2.25rem" src={me.profilePicture} alt="">
            <span className={styles.initials} data-initials={initialsOf(name)} />
          </Avatar>
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
        <Menu.Item leftSection={<IconUserCircle size="1rem" />} component={Link} to="/account">
          Your account
        </Menu.Item>
        {me.companyId && can(me.roles, 'contact.read') ? (
          <Menu.Item leftSection={<IconMessages size="1rem" />} component={Link} to="/company/messages">
            Messages
          </Menu.Item>
        ) : null}
        {me.companyId && can(me.roles, 'company.log') ? (
          <Menu.Item leftSection={<IconHistory size="1rem" />} component={Link} to="/company/settings/log">
            Company log
          </Menu.Item>
        ) : null}
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as Scheme)}>
          {schemes.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size="1rem" />} onClick={onLogout}>
          Log out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
