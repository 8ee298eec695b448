import { Drawer } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { PortalId } from '#shared/access.ts';
import type { Me } from '#web/me.ts';
import { ShortcutsHelp } from '#web/ui/ShortcutsHelp.tsx';
import { LogoutDialog } from './LogoutDialog.tsx';
import styles from './PortalFrame.module.css';
import { Sidebar } from './Sidebar.tsx';
import { TopBar } from './TopBar.tsx';

type Props = {
  section: PortalId;
  me: Me;
  /** The admins' company picker, in the top bar. */
  picker?: ReactNode;
  /** Above everything: impersonation with its countdown, an unverified e-mail. */
  banner?: ReactNode;
  children: ReactNode;
};

/** Frame of the portals: sidebar (collapsible, a drawer on phones), top bar, content (`ui: Frames`). */
export function PortalFrame({ section, me, picker, banner, children }: Props) {
  const [isCollapsed, setCollapsed] = useLocalStorage({
    key: 'sidebarCollapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [isDrawerOpen, drawer] = useDisclosure(false);
  const [isLeaving, logout] = useDisclosure(false);
  const leave = () => {
    drawer.close();
    logout.open();
  };
  return (
    <div className={styles.frame} data-collapsed={isCollapsed || undefined}>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      <div className={styles.aside}>
        <Sidebar section={section} isCollapsed={isCollapsed} onToggle={() => setCollapsed(!isCollapsed)} onLogout={leave} />
      </div>
      <Drawer
        opened={isDrawerOpen}
        onClose={drawer.close}
        size="17rem"
        withCloseButton={false}
        padding={0}
        title="Menu"
        classNames={{ content: styles.drawer, header: styles.drawerHeader, body: styles.drawerBody }}
      >
        <Sidebar section={section} onNavigate={drawer.close} onLogout={leave} />
      </Drawer>
      <div className={styles.column}>
        {banner}
        <TopBar section={section} me={me} picker={picker} onMenu={drawer.open} onLogout={leave} />
        <main id="content" tabIndex={-1} className={styles.content}>
          {children}
        </main>
      </div>
      <LogoutDialog isOpen={isLeaving} onClose={logout.close} />
      <ShortcutsHelp />
    </div>
  );
}
