import { createFileRoute, redirect } from '@tanstack/react-router';

/** The settings open on the company's, or on the account's for people without a company. */
export const Route = createFileRoute('/company/settings/')({
  beforeLoad: async ({ context: { me }, search: { company } }) => {
    const { firstSettings } = await import('#web/settings/sections.ts');
    throw redirect({ to: firstSettings(me, company), search: { company }, replace: true });
  },
});
