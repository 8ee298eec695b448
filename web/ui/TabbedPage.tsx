import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageHeader } from './PageHeader.tsx';

type Props<Path extends string> = {
  /** Related pages by their paths. */
  tabs: readonly { path: Path; label: string; description: string }[];
  path: Path;
  /** The name of the group. */
  label: string;
  onPath: (to: Path) => void;
  actions?: ReactNode;
  children: ReactNode;
};

/** One of several related pages, with its own heading and the others as tabs. */
export function TabbedPage<Path extends string>({ tabs, path, label, onPath, actions, children }: Props<Path>) {
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
