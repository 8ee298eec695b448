import { eq, inArray } from 'drizzle-orm';
import sharp from 'sharp';
import { installation, users } from '#drizzle/schema/accounts.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { carrierChecks, companyProfiles } from '#drizzle/schema/company-pages.ts';
import { nextRecheck } from '#server/company/check-carrier.ts';
import { locateTerminals, writeTerminals } from '#server/company/resolve-terminals.ts';
import { storePhoto, writePhotos } from '#server/company/upload-photos.ts';
import { simulatedRegistry } from '#server/registry/simulator.ts';
import type { Services } from '#server/services.ts';

type Scene = { alt: string; sky: string; ground: string; trailer: string; cab: string };
type DemoPage = {
  name: string;
  about: string;
  website?: string;
  fleetSize?: number;
  foundedYear?: number;
  usdotNumber?: string;
  mcNumber?: string;
  terminals: { name?: string; city: string; state: string }[];
  photos: Scene[];
  check?: 'verified' | 'waiting';
};

const pages: readonly DemoPage[] = [
  {
    name: 'Prairie Freight',
    about:
      'We are a family-owned carrier in Omaha. Most of our freight is dry van and reefer between Nebraska, Iowa, Kansas and Colorado.\n\nEach driver has one dispatcher, who knows your name and your home time. Trucks are two years old on average and stay assigned to you.',
    website: 'https://prairie-freight.example',
    foundedYear: 1988,
    usdotNumber: '1234605',
    mcNumber: '234605',
    terminals: [
      { name: 'Headquarters', city: 'Omaha', state: 'NE' },
      { name: 'Drop yard', city: 'Des Moines', state: 'IA' },
      { city: 'Kansas City', state: 'MO' },
      { city: 'Denver', state: 'CO' },
    ],
    photos: [
      { alt: 'A white truck on the interstate at sunset', sky: '#f6b26b', ground: '#6aa84f', trailer: '#ffffff', cab: '#14532d' },
      { alt: 'A truck at our Omaha yard', sky: '#9fc5e8', ground: '#b7a57a', trailer: '#f3f6f4', cab: '#14532d' },
    ],
    check: 'verified',
  },
  {
    name: 'Great Basin Logistics',
    about: 'Regional and dedicated runs in Nevada, Utah and Idaho. Home every weekend.',
    fleetSize: 64,
    foundedYear: 2003,
    usdotNumber: '2345671',
    terminals: [
      { city: 'Reno', state: 'NV' },
      { city: 'Salt Lake City', state: 'UT' },
    ],
    photos: [{ alt: 'A blue truck in the desert', sky: '#cfe2f3', ground: '#d9a066', trailer: '#1b3a5c', cab: '#d9682b' }],
    check: 'waiting',
  },
  {
    name: 'Lone Star Freight',
    about: 'Flatbed and tanker work out of Dallas since 1996.',
    fleetSize: 120,
    foundedYear: 1996,
    usdotNumber: '3456782',
    terminals: [
      { city: 'Dallas', state: 'TX' },
      { city: 'Houston', state: 'TX' },
      { city: 'Oklahoma City', state: 'OK' },
    ],
    photos: [],
  },
];

/** A truck on a road, drawn so that the demo needs no pictures of anyone. */
const drawScene = ({ sky, ground, trailer, cab }: Scene): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900" viewBox="0 0 1200 900">
  <rect width="1200" height="900" fill="${sky}"/><circle cx="940" cy="210" r="90" fill="#fff3c4"/>
  <path d="M0 520 260 380l220 150 240-190 240 180 240-110v490H0z" fill="${ground}" opacity=".55"/>
  <rect y="560" width="1200" height="340" fill="${ground}"/><rect y="690" width="1200" height="130" fill="#4a4f57"/>
  <path d="M0 755h120m80 0h120m80 0h120m80 0h120m80 0h120m80 0h120m80 0h120" stroke="#f5d76e" stroke-width="8"/>
  <rect x="210" y="430" width="560" height="240" rx="10" fill="${trailer}" stroke="#2b2f36" stroke-width="4"/>
  <path d="M790 670V500h120q20 0 32 22l52 78q16 8 16 30v40z" fill="${cab}" stroke="#2b2f36" stroke-width="4"/>
  <path d="M836 524h66l46 72H836z" fill="#d6ecf7"/><rect x="760" y="640" width="40" height="20" fill="#2b2f36"/>
  <g fill="#22262c"><circle cx="300" cy="690" r="46"/><circle cx="410" cy="690" r="46"/><circle cx="680" cy="690" r="46"/><circle cx="930" cy="690" r="46"/></g>
  <g fill="#c9ced6"><circle cx="300" cy="690" r="18"/><circle cx="410" cy="690" r="18"/><circle cx="680" cy="690" r="18"/><circle cx="930" cy="690" r="18"/></g>
</svg>`;

/** Fills in the public pages of some demo companies once, also in a demo that already exists. */
export async function seedDemoCompanyPages(services: Services): Promise<void> {
  const { db } = services;
  const [seedRecord] = await db.select().from(installation).where(eq(installation.key, 'demo-company-pages'));
  if (seedRecord) return;
  const [admin] = await db.select({ id: users.id }).from(users).where(eq(users.email, 'superadmin@demo.example'));
  const names = pages.map(({ name }) => name);
  const rows = await db
    .select({ id: companies.id, name: companies.companyName })
    .from(companies)
    .where(inArray(companies.companyName, names));
  for (const page of pages) {
    const company = rows.find(({ name }) => name === page.name);
    if (company && admin) await seedPage(services, { companyId: company.id, adminId: admin.id }, page);
  }
  await db.insert(installation).values({ key: 'demo-company-pages', value: 'seeded' }).onConflictDoNothing();
}

/** Nothing is changed if the company has written something. */
async function seedPage(
  { db, media, geocoder }: Services,
  { companyId, adminId }: { companyId: string; adminId: string },
  { name: _, terminals, photos, check, ...profile }: DemoPage,
): Promise<void> {
  const [written] = await db.select().from(companyProfiles).where(eq(companyProfiles.companyId, companyId));
  if (written) return;
  const located = await locateTerminals({ db, geocoder }, companyId, [], terminals);
  const stored: Parameters<typeof writePhotos>[2][number][] = [];
  for (const scene of photos) {
    const content = await sharp(Buffer.from(drawScene(scene)))
      .png()
      .toBuffer();
    const { url: _url, ...photo } = await storePhoto({ db, media }, { ownerId: adminId, companyId }, content);
    stored.push({ ...photo, alt: scene.alt });
  }
  const carrier = check && profile.usdotNumber ? await simulatedRegistry().findByUsdot(profile.usdotNumber) : null;
  const checkedAt = new Date();
  await db.transaction(async (tx) => {
    await tx.insert(companyProfiles).values({ companyId, ...profile });
    await writeTerminals(tx, companyId, located);
    await writePhotos(tx, companyId, stored);
    if (!check || !carrier) return;
    const decision =
      check === 'verified'
        ? { decidedBy: adminId, decidedAt: checkedAt, recheckAt: nextRecheck(checkedAt) }
        : { recheckAt: null };
    await tx.insert(carrierChecks).values({
      companyId,
      state: check,
      source: 'simulator',
      usdotNumber: carrier.usdotNumber,
      mcNumber: profile.mcNumber ?? null,
      carrier,
      checkedAt,
      ...decision,
    });
  });
}
