import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { productName } from '#shared/brand.ts';
import { t } from '#web/texts/start.ts';

const sectionNames: Readonly<Record<string, string>> = {
  admin: t('ui.admin'),
  company: t('ui.company'),
  news: t('ui.news'),
  members: t('ui.drivers'),
  ads: t('ui.ads'),
};

/** `Admin | Company List` inside a section, `Sign in | Haulboard` outside (`docs/product/screens.md#addresses`). */
export function getPageTitle(pathname: string, name: string): string {
  const section = sectionNames[pathname.split('/')[1] ?? ''];
  return section ? `${section} | ${name}` : `${name} | ${productName}`;
}

const descriptions: Readonly<Record<string, string>> = {
  admin: t('ui.adminDescription', { productName }),
  company: t('ui.companyDescription'),
};

/** A section's own description, otherwise the one that the server wrote into the page. */
export function getPageDescription(pathname: string, serverDescription: string): string {
  return descriptions[pathname.split('/')[1] ?? ''] ?? serverDescription;
}

const findDescriptionTag = () => globalThis.document?.querySelector<HTMLMetaElement>('meta[name="description"]');
const initialDescription = findDescriptionTag()?.content ?? '';

let isFirstScreen = true;

/**
 * When the user follows a link, it disappears with the previous screen, and the focus is lost. This moves the focus to the new
 * screen's heading, so that screen readers announce it and Tab continues from there. The browser announces the first screen
 * itself.
 */
function restoreLostFocus(): void {
  const isFocusLost = document.activeElement === null || document.activeElement === document.body;
  if (isFirstScreen || !isFocusLost) return;
  const heading = document.querySelector<HTMLElement>('h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** `(2) Drivers | Home` while two conversations have unread messages. */
export const withUnread = (title: string, count: number): string =>
  count > 0 ? `(${count > 99 ? '99+' : count}) ${title}` : title;

const tab = { title: '', unreadCount: 0 };
const writeTabTitle = () => (document.title = withUnread(tab.title || document.title, tab.unreadCount));

/** Shows in the browser tab how many conversations have unread messages. */
export function setUnreadInTitle(count: number): void {
  if (tab.unreadCount === count) return;
  tab.unreadCount = count;
  writeTabTitle();
}

/** Sets the browser tab's title. `PageHeader` calls it, and a screen without one calls it itself. */
export function usePageTitle(name: string): void {
  const { pathname } = useLocation();
  useEffect(() => {
    tab.title = getPageTitle(pathname, name);
    writeTabTitle();
    restoreLostFocus();
    isFirstScreen = false;
    const meta = findDescriptionTag();
    if (meta) meta.content = getPageDescription(pathname, initialDescription);
  }, [pathname, name]);
}
