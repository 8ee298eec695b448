import { Anchor, Box, Group, Stack, Text, Title, Tabs } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePageTitle } from './page-title.ts';

type Props = {
  /** The screen's only h1. It is also the browser tab's title. */
  title: string;
  /** One line below the title. */
  description?: ReactNode;
  /** The target, which may have a query or else search parameters, and the label of the back link. */
  back?: { to: string; search?: object; label: string };
  /** Next to the title, such as a StatusBadge. */
  badge?: ReactNode;
  /** Buttons on the right. The orange one is the screen's main action. */
  actions?: ReactNode;
};

/** The header of every screen. */
export function PageHeader({ title, description, back, badge, actions }: Props) {
  usePageTitle(title);
  return (
    <Stack component="header" gap="xs" mb="lg">
      {back ? <BackLink {...back} /> : null}
      {/* The row is as high as a button, so an action that appears later does not move the content. */}
      <Group justify="space-between" align="flex-start" gap="md" mih="2.25rem">
        <Box miw={0} flex="1 1 14rem">
          <Group gap="sm">
            <Title order={1}>{title}</Title>
            {badge}
          </Group>
          {description ? (
            <Text c="dimmed" size="sm" mt={4} maw="46rem">
              {description}
            </Text>
          ) : null}
        </Box>
        {actions ? <Group gap="sm">{actions}</Group> : null}
      </Group>
    </Stack>
  );
}

function BackLink({ to, search: searchParams, label }: NonNullable<Props['back']>) {
  const [pathname, query] = to.split('?');
  // The router types the search by the route, which is not known here.
  const search = (() => searchParams ?? Object.fromEntries(new URLSearchParams(query))) as () => never;
  return (
    <Anchor component={Link} to={pathname} search={search} size="sm" fw={500} w="fit-content">
      <Group gap={4} component="span">
        <IconArrowLeft size={16} aria-hidden />
        {label}
      </Group>
    </Anchor>
  );
}

type TabbedPageProps<Path extends string> = {
  /** Related pages by their paths. */
  tabs: readonly { path: Path; label: string; description?: string }[];
  path: Path;
  /** The name of the group. */
  label: string;
  onPath: (to: Path) => void;
  actions?: ReactNode;
  children: ReactNode;
};

/** One of several related pages, with its own heading and tabs for the other pages. */
export function TabbedPage<Path extends string>({ tabs, path, label, onPath, actions, children }: TabbedPageProps<Path>) {
  const tab = tabs.find((one) => one.path === path) ?? tabs[0];
  return (
    <>
      <PageHeader title={tab?.label ?? label} description={tab?.description} actions={actions} />
      <Tabs
        value={path}
        onChange={(next) => {
          const to = tabs.find((one) => one.path === next)?.path;
          if (to) onPath(to);
        }}
      >
        <Tabs.List mb="lg" aria-label={label}>
          {tabs.map((one) => (
            <Tabs.Tab key={one.path} value={one.path}>
              {one.label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={path}>{children}</Tabs.Panel>
      </Tabs>
    </>
  );
}
