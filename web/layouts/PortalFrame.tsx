import { Drawer, Group, Kbd, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type CSSProperties, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import * as z from 'zod/mini';
import type { PortalId } from '#shared/access/access.ts';
import { breakpoints } from '#shared/brand.ts';
import { lastUse, trpcClient } from '#web/api/trpc.ts';
import { stored } from '#web/browser/stored.ts';
import { type Me, logOut } from '#web/signed-in/me.ts';
import { t } from '#web/texts/app.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { DelayedPlaceholder } from '#web/ui/Loading.tsx';
import { useListedShortcuts, useShortcuts } from '#web/ui/shortcuts.ts';
import { BottomBar } from './BottomBar.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';
import styles from './PortalFrame.module.css';
import { Sidebar } from './Sidebar.tsx';
import { TopBar } from './TopBar.tsx';
import { useUnread } from './use-unread.ts';

const RecommendDialog = lazy(async () => ({
  default: (await import('#web/recommend/RecommendDialog.tsx')).RecommendDialog,
}));

type Props = {
  section: PortalId;
  me: Me;
  /** The company picker for administrators, in the top bar. */
  picker?: ReactNode;
  /** The search of `newLayout`. It is shown next to the company's name and replaces the section's name. */
  leftSection?: ReactNode;
  /** Shown above everything else: the impersonation banner, or the notice of an unverified address. */
  banner?: ReactNode;
  /** The company's accent color, as a line above the bar. */
  accent?: string | undefined;
  children: ReactNode;
};

/** Whether the person chose the narrow sidebar. */
const sidebarStore = stored('sidebarCollapsed', z.boolean());

/** The layout of the portals: sidebar (collapsible, a drawer on phones), top bar, content (`docs/product/screens.md#frames`). */
export function PortalFrame({ section, me, picker, leftSection, banner, accent, children }: Props) {
  const collapsedChoice = sidebarStore.useValue();
  const isCompact = useMediaQuery(`(max-width: calc(${breakpoints.md} - 0.0625em))`, false, { getInitialValueInEffect: false });
  // By default the sidebar is wide only where tables have enough room next to it.
  const isCollapsed = collapsedChoice ?? isCompact;
  const isNarrow = useMediaQuery(`(max-width: calc(${breakpoints.sm} - 0.0625em))`, false, { getInitialValueInEffect: false });
  useSessionCheck();
  const [isDrawerOpen, drawer] = useDisclosure(false);
  const [isLoggingOut, logoutDialog] = useDisclosure(false);
  const [isRecommending, recommendDialog] = useDisclosure(false);
  const [hasOpenedRecommend, setHasOpenedRecommend] = useState(false);
  const openLogout = () => {
    drawer.close();
    logoutDialog.open();
  };
  const openRecommend = () => {
    drawer.close();
    setHasOpenedRecommend(true);
    recommendDialog.open();
  };
  const unreadCount = useUnread(section, me);
  const navigationProps = { section, userRoles: me.roles, unreadCount, onRecommend: openRecommend, onLogout: openLogout };
  return (
    <div
      className={styles.frame}
      data-collapsed={isCollapsed || undefined}
      style={accent ? ({ '--company-accent': accent } as CSSProperties) : undefined}
    >
      <a href="#content" className={styles.skip}>
        {t('common.skipToContent')}
      </a>
      {isNarrow ? null : (
        <div className={styles.aside}>
          <Sidebar {...navigationProps} isCollapsed={isCollapsed} onToggle={() => sidebarStore.write(!isCollapsed)} />
        </div>
      )}
      <div className={styles.column}>
        {banner}
        <TopBar
          section={section}
          me={me}
          picker={picker}
          leftSection={leftSection}
          unreadCount={unreadCount}
          onOpenMenu={drawer.open}
        />
        <main id="content" tabIndex={-1} className={styles.content}>
          {children}
        </main>
        <OfflineBanner />
        {isNarrow ? <BottomBar section={section} userRoles={me.roles} unreadCount={unreadCount} /> : null}
      </div>
      {hasOpenedRecommend ? (
        <Suspense fallback={null}>
          <RecommendDialog isOpen={isRecommending} onClose={recommendDialog.close} />
        </Suspense>
      ) : null}
      <DelayedPlaceholder>
        <Drawer
          opened={isDrawerOpen}
          onClose={drawer.close}
          size="17rem"
          withCloseButton={false}
          padding={0}
          title={t('frames.menu')}
          classNames={{ content: styles.drawer, header: styles.drawerHeader, body: styles.drawerBody }}
        >
          <Sidebar {...navigationProps} onNavigate={drawer.close} />
        </Drawer>
        <LogoutDialog isOpen={isLoggingOut} onClose={logoutDialog.close} />
        <ShortcutsHelp />
      </DelayedPlaceholder>
    </div>
  );
}

const sessionCheckMs = 5 * 60 * 1000;

/**
 * Records when the person last used the screen, and sends a request every few minutes. The request tells the server that the
 * session is in use even if the person types for a long time without sending anything. It also signs out a screen that nobody
 * has used (`docs/product/access.md#length-of-sessions`).
 */
function useSessionCheck() {
  useEffect(() => {
    const recordUse = () => (lastUse.at = Date.now());
    const events = ['pointermove', 'pointerdown', 'keydown', 'wheel'];
    for (const event of events) window.addEventListener(event, recordUse, { capture: true, passive: true });
    const checkSession = () => document.visibilityState === 'visible' && void trpcClient.auth.profile.query().catch(() => null);
    const timer = setInterval(checkSession, sessionCheckMs);
    return () => {
      for (const event of events) window.removeEventListener(event, recordUse, { capture: true });
      clearInterval(timer);
    };
  }, []);
}

/**
 * Ends the session on the server and in the browser, then goes to sign-in without asking about unsaved changes
 * (`docs/product/access.md#signing-out`).
 */
function LogoutDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { history } = useRouter();
  const logoutMutation = useMutation({
    mutationFn: logOut,
    onSuccess: () => history.push('/login', {}, { ignoreBlocker: true }),
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => logoutMutation.mutate()}
      isBusy={logoutMutation.isPending}
      title={t('common.logOutConfirm')}
      confirmLabel={t('common.logOut')}
    />
  );
}

/** `?` opens the list of this screen's keyboard shortcuts. Rendered once, by the portal frame. */
function ShortcutsHelp() {
  const [isOpen, setIsOpen] = useState(false);
  const shortcuts = useListedShortcuts();
  useShortcuts([{ key: '?', label: t('frames.showShortcuts'), run: () => setIsOpen(true) }]);
  return (
    <Modal
      opened={isOpen}
      onClose={() => setIsOpen(false)}
      title={t('frames.keyboardShortcuts')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Stack gap="xs">
        {shortcuts.map(({ key, label }) => (
          <Group key={key + label} justify="space-between">
            <Text size="sm">{label}</Text>
            <Kbd>{key}</Kbd>
          </Group>
        ))}
      </Stack>
    </Modal>
  );
}
