import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { SettingsFrame } from '#web/settings/SettingsFrame.tsx';

/** `company`: another than the own, for administrators; the company list leads here with it. */
type Search = { company?: string };

function CompanySettings() {
  const { company } = Route.useSearch();
  return (
    <SettingsFrame companyId={company}>
      <Outlet />
    </SettingsFrame>
  );
}

/** The settings and their sections (`spec: work §2`); one that does not open to somebody leads to the first that does. */
export const Route = createFileRoute('/company/settings')({
  validateSearch: ({ company }: Record<string, unknown>): Search => ({
    company: typeof company === 'string' && company ? company : undefined,
  }),
  beforeLoad: async ({ context: { me }, location: { pathname }, search: { company } }) => {
    const { firstSettings, mayOpenSettings } = await import('#web/settings/sections.ts');
    if (!mayOpenSettings(pathname, me)) throw redirect({ to: firstSettings(me, company), search: { company } });
  },
  component: CompanySettings,
});
