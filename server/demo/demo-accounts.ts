import { type Role, roles } from '#shared/access/access.ts';

/** The password of every demo account (`docs/product/running.md#demo-data`). */
export const demoPassword = 'Demo#2026';

type Account = { name: string; firstName: string; lastName: string; roles: Role[] };

/** `{name}@demo.example`. seed-demo.ts says who works for which company. */
export const demoAccounts = [
  { name: 'superadmin', firstName: 'Sofia', lastName: 'Aldridge', roles: [roles.superAdmin] },
  { name: 'admin', firstName: 'Andre', lastName: 'Nilsson', roles: [roles.admin] },
  { name: 'internal', firstName: 'Imani', lastName: 'Brooks', roles: [roles.internalUser] },
  { name: 'newsadmin', firstName: 'Nate', lastName: 'Ferrell', roles: [roles.newsAdmin] },
  { name: 'news', firstName: 'Nora', lastName: 'Quist', roles: [roles.newsContributor] },
  { name: 'ads', firstName: 'Adele', lastName: 'Romero', roles: [roles.adsAdmin] },
  { name: 'companyadmin', firstName: 'Carla', lastName: 'Jensen', roles: [roles.companyAdmin] },
  { name: 'company', firstName: 'Cole', lastName: 'Barnes', roles: [roles.companyUser] },
  { name: 'invoice', firstName: 'Ivy', lastName: 'Santos', roles: [roles.companyAdmin] },
  { name: 'driver', firstName: 'Dale', lastName: 'Hutchins', roles: [roles.driver] },
] as const satisfies readonly Account[];

export type DemoAccountName = (typeof demoAccounts)[number]['name'];
