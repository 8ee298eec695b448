import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { productName } from '#shared/brand.ts';

const sectionNames: Readonly<Record<string, string>> = {
  admin: 'Admin',
  company: 'Company',
  news: 'News',
  members: 'Drivers',
  ads: 'ADs',
};

/** `Admin | Company List` inside a section, `Sign in | Haulboard` outside (`ui: Behaviour`). */
export function titleOf(pathname: string, name: string): string {
  const section = sectionNames[pathname.split('/')[1] ?? ''];
  return section ? `${section} | ${name}` : `${name} | ${productName}`;
}

/** Names the browser tab after the screen. `PageHeader` calls it; a screen without one calls it itself. */
export function usePageTitle(name: string): void {
  const { pathname } = useLocation();
  useEffect(() => {
    document.title = titleOf(pathname, name);
  }, [pathname, name]);
}
