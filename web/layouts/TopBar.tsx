import { Burger, Button, Indicator, Menu, Avatar, Stack, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconSelector, IconHistory, IconShieldLock, IconUserCircle } from '@tabler/icons-react';
import { Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { type PortalId, portals, portalsOf, type Role, roles, can } from '#shared/access/access.ts';
import { fullName } from '#shared/format.ts';
import type { Inbox } from '#shared/notifications.ts';
import type { Language } from '#shared/texts/texts.ts';
import { trpcClient } from '#web/api/trpc.ts';
import { chooseLanguage, languageChoices } from '#web/browser/language.ts';
import { adminRoles } from '#web/session/session.ts';
import type { Me } from '#web/signed-in/me.ts';
import { t, writeText } from '#web/texts/app.ts';
import { language } from '#web/texts/start.ts';
import { CompanyLogo } from '#web/ui/CompanyLogo.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import styles from './PortalFrame.module.css';

type UserMenuProps = { me: Me };
type Scheme = 'auto' | 'light' | 'dark';

const schemes: { value: Scheme; label: string }[] = [
  { value: 'auto', label: t('frames.system') },
  { value: 'light', label: t('frames.light') },
  { value: 'dark', label: t('frames.dark') },
];

/** The initials are drawn by CSS, so that the button's accessible name stays the person's name. */
function getInitials(name: string): string {
  const names = name.split(/\s+/).filter(Boolean);
  return [names[0], names.length > 1 ? names.at(-1) : ''].map((word) => word?.charAt(0).toUpperCase() ?? '').join('');
}

/** Saves the language in the account, except during impersonation. If that fails, only this browser remembers it. */
async function saveLanguage(me: Me, newLanguage: Language): Promise<void> {
  if (!me.impersonatorId) await trpcClient.auth.updateProfile.mutate({ language: newLanguage }).catch(() => null);
  chooseLanguage(newLanguage);
}

/** The account menu: the user's name, links to account screens, appearance and language. The sidebar has `Log out`. */
function UserMenu({ me }: UserMenuProps) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = fullName(me) || me.email;
  const isImpersonating = me.impersonatorId !== null;
  return (
    <Menu position="bottom-end" width={260} shadow="md">
      <Menu.Target>
        <UnstyledButton aria-label={t('frames.accountMenuLabel', { name })}>
          <Avatar color="navy" radius="xl" size="2.25rem" src={me.profilePicture} alt="">
            <span className={styles.initials} data-initials={getInitials(name)} />
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
          {t('common.yourAccount')}
        </Menu.Item>
        {isImpersonating ? null : (
          <Menu.Item leftSection={<IconShieldLock size="1rem" />} component={Link} to="/account/security">
            {t('security.security')}
          </Menu.Item>
        )}
        {me.companyId && can(me.roles, 'company.log') ? (
          <Menu.Item leftSection={<IconHistory size="1rem" />} component={Link} to="/company/settings/log">
            {t('common.companyLog')}
          </Menu.Item>
        ) : null}
        <Menu.Divider />
        <Menu.Label>{t('frames.appearance')}</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as Scheme)}>
          {schemes.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {languageChoices.length > 0 ? (
          <>
            <Menu.Divider />
            <Menu.Label>{t('common.language')}</Menu.Label>
            <Menu.RadioGroup value={language} onChange={(value) => void saveLanguage(me, value as Language)}>
              {languageChoices.map(({ code, name: languageName }) => (
                <Menu.RadioItem key={code} value={code} lang={code}>
                  {languageName}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}

const Bell = lazyPart(async () => (await import('#web/notifications/Bell.tsx')).Bell);

type Props = {
  section: PortalId;
  me: Me;
  picker?: ReactNode;
  /** The search of `newLayout`. It is shown next to the company's name and replaces the section's name. */
  leftSection?: ReactNode;
  /** How many conversations have unread messages. */
  unreadCount: number;
  onOpenMenu: () => void;
};

export function TopBar({ section, me, picker, leftSection, unreadCount, onOpenMenu }: Props) {
  const isImpersonating = me.impersonatorId !== null;
  const currentPortal = portals.find((portal) => portal.id === section);
  const inbox = getInbox(section, me);
  return (
    <header className={styles.bar}>
      <Indicator className={styles.menu} disabled={unreadCount === 0} color="red.8" size={12} offset={6}>
        <Burger
          size="sm"
          aria-label={unreadCount === 0 ? t('frames.openMenu') : t('frames.openMenuUnread', { count: unreadCount })}
          onClick={onOpenMenu}
        />
      </Indicator>
      {section === 'company' && me.companyName ? (
        <div className={styles.company}>
          {me.companyLogo ? <CompanyLogo src={me.companyLogo} size="medium" /> : null}
          <span className={styles.companyName} title={me.companyName}>
            {me.companyName}
          </span>
        </div>
      ) : leftSection ? null : (
        <span className={styles.here}>{currentPortal ? writeText(currentPortal.label) : null}</span>
      )}
      {leftSection}
      <PortalSwitcher section={section} userRoles={isImpersonating ? adminRoles() : me.roles} isImpersonating={isImpersonating} />
      {picker}
      <div className={styles.room} />
      {inbox ? (
        <Suspense fallback={null}>
          <Bell inbox={inbox} />
        </Suspense>
      ) : null}
      <UserMenu me={me} />
    </header>
  );
}

/** The inbox that the bell of a section shows: people of the company and drivers have one. */
function getInbox(section: PortalId, { companyId, companyStatus, roles: userRoles }: Me): Inbox | null {
  if (section === 'company') return companyId && companyStatus !== 'Cancelled' ? 'company' : null;
  return section === 'members' && can(userRoles, 'driver.self') ? 'driver' : null;
}

type PortalSwitcherProps = {
  section: PortalId;
  userRoles: readonly Role[];
  /** Opening another portal ends the impersonation, so no portal is preloaded. */
  isImpersonating?: boolean;
};

/**
 * The "Portals" menu, which is hidden if the person has fewer than two. For super admins its button has a gradient
 * (`docs/product/access.md#portals`).
 */
function PortalSwitcher({ section, userRoles, isImpersonating = false }: PortalSwitcherProps) {
  const { routesByPath } = useRouter();
  const availablePortals = portalsOf(userRoles).filter((portal) => portal.path in routesByPath);
  if (availablePortals.length < 2) return null;
  return (
    <Menu position="bottom-start" width={220} shadow="md">
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          className={styles.portals}
          data-super={userRoles.includes(roles.superAdmin) || undefined}
          rightSection={<IconSelector size="1rem" aria-hidden />}
        >
          {t('frames.portals')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {availablePortals.map(({ id, label, path }) => (
          <Menu.Item
            key={id}
            component={Link}
            to={path}
            preload={isImpersonating ? false : undefined}
            aria-current={id === section ? 'true' : undefined}
            rightSection={id === section ? <IconCheck size="1rem" aria-hidden /> : null}
          >
            {writeText(label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
