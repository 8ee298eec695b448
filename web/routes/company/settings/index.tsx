import { createFileRoute, redirect } from '@tanstack/react-router';

/** The settings open on the company settings, or for people without a company on the account settings. */
export const Route = createFileRoute('/company/settings/')({
  beforeLoad: async ({ context: { me }, search: { company } }) => {
    const { getFirstSettingsPath: firstSettings } = await import('#web/settings/sections.ts');
    throw redirect({ to: firstSettings(me, company), search: { company }, replace: true });
  },
});
