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

const descriptions: Readonly<Record<string, string>> = {
  admin: `Admin | Companies, people and postings of ${productName} in one place.`,
  company: 'Post driver jobs, review applicants and run your company’s account.',
};

/** A section's own description; the page's as it was served elsewhere (`spec: access §2 Generic error page`). */
export function descriptionOf(pathname: string, served: string): string {
  return descriptions[pathname.split('/')[1] ?? ''] ?? served;
}

const description = () => globalThis.document?.querySelector<HTMLMetaElement>('meta[name="description"]');
const served = description()?.content ?? '';

/** Names the browser tab after the screen. `PageHeader` calls it; a screen without one calls it itself. */
export function usePageTitle(name: string): void {
  const { pathname } = useLocation();
  useEffect(() => {
    document.title = titleOf(pathname, name);
    const meta = description();
    if (meta) meta.content = descriptionOf(pathname, served);
  }, [pathname, name]);
}
