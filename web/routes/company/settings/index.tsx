import { createFileRoute, redirect } from '@tanstack/react-router';

/** The settings open at the company's; at the own account's for those who work for none. */
export const Route = createFileRoute('/company/settings/')({
  beforeLoad: async ({ context: { me }, search: { company } }) => {
    const { firstSettings } = await import('#web/settings/sections.ts');
    throw redirect({ to: firstSettings(me, company), search: { company }, replace: true });
  },
});
