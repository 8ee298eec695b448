import { and, eq, inArray, isNull } from 'drizzle-orm';
import sharp from 'sharp';
import { installation, users } from '#drizzle/schema/accounts.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { storeLogo } from '#server/company/logo.ts';
import type { Services } from '#server/services.ts';
import { drawLogo, type LogoDesign } from './logo-pictures.ts';

/** Some carriers have no logo, so that the demo shows both. */
const designs: readonly LogoDesign[] = [
  { name: 'Prairie Freight', emblem: 'sun', main: '#14532d', second: '#f2a413' },
  { name: 'Great Basin Logistics', emblem: 'mountain', main: '#1b3a5c', second: '#d9682b' },
  { name: 'Lone Star Freight', emblem: 'star', main: '#7f1d1d', second: '#fbe3b5' },
  { name: 'Blue Ridge Freight', emblem: 'mountain', main: '#1d4ed8', second: '#93c5fd' },
  { name: 'Cascade Freight', emblem: 'wave', main: '#0f766e', second: '#5eead4' },
  { name: 'Keystone Freight', emblem: 'shield', main: '#312e81', second: '#fbbf24' },
  { name: 'Palmetto Freight', emblem: 'pine', main: '#166534', second: '#84cc16' },
  { name: 'Bayou Freight', emblem: 'wave', main: '#4a3a8c', second: '#c4b5fd' },
  { name: 'Lakeshore Freight', emblem: 'arrow', main: '#075985', second: '#38bdf8' },
  { name: 'Summit Freight', emblem: 'mountain', main: '#374151', second: '#dc2626' },
  { name: 'Redwood Freight', emblem: 'pine', main: '#8b2c1a', second: '#5b7a3a' },
  { name: 'Cumberland Freight', emblem: 'road', main: '#1f2937', second: '#f59e0b' },
  { name: 'Granite Freight', emblem: 'shield', main: '#44403c', second: '#e7e5e4' },
  { name: 'Northern Pine Freight', emblem: 'pine', main: '#134e4a', second: '#b45309' },
];

/** Logos of the demo's companies; once, also into a demo that was there before. */
export async function seedDemoLogos({ db, media }: Services): Promise<void> {
  const [done] = await db.select().from(installation).where(eq(installation.key, 'demo-logos'));
  if (done) return;
  const [admin] = await db.select({ id: users.id }).from(users).where(eq(users.email, 'superadmin@demo.example'));
  const names = designs.map(({ name }) => name);
  const bare = await db
    .select({ id: companies.id, name: companies.companyName, employerId: companies.employerId })
    .from(companies)
    .where(and(inArray(companies.companyName, names), isNull(companies.logo)));
  for (const { id, name, employerId } of bare) {
    const design = designs.find((one) => one.name === name);
    const ownerId = employerId ?? admin?.id;
    if (!design || !ownerId) continue;
    const content = await sharp(Buffer.from(drawLogo(design)))
      .png()
      .toBuffer();
    const { fileName } = await storeLogo({ db, media }, { ownerId, companyId: id }, { content, shape: null });
    await db
      .update(companies)
      .set({ logo: fileName })
      .where(and(eq(companies.id, id), isNull(companies.logo)));
  }
  await db.insert(installation).values({ key: 'demo-logos', value: 'seeded' }).onConflictDoNothing();
}
