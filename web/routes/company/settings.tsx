import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { readCompany } from '#web/browser/search-params.ts';
import { SettingsFrame } from '#web/settings/SettingsFrame.tsx';

function CompanySettings() {
  const { company } = Route.useSearch();
  return (
    <SettingsFrame companyId={company}>
      <Outlet />
    </SettingsFrame>
  );
}

/** The company settings. Opening a section that the user may not see redirects to the first one that they may. */
export const Route = createFileRoute('/company/settings')({
  validateSearch: readCompany,
  beforeLoad: async ({ context: { me }, location: { pathname }, search: { company } }) => {
    const { getFirstSettingsPath: firstSettings, mayOpenSettings } = await import('#web/settings/sections.ts');
    if (!mayOpenSettings(pathname, me)) throw redirect({ to: firstSettings(me, company), search: { company } });
  },
  component: CompanySettings,
});
