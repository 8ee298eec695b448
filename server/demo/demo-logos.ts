import { and, eq, inArray, isNull } from 'drizzle-orm';
import sharp from 'sharp';
import { installation, users } from '#drizzle/schema/accounts.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { storeLogo } from '#server/company/logo.ts';
import type { Services } from '#server/services.ts';

/**
 * Capital letters as strokes in a cell of 4 by 6 (only I is narrower), so that a logo looks the same on a machine without
 * fonts.
 */
const strokes: Readonly<Record<string, string>> = {
  A: 'M0 6 2 0l2 6M.7 4h2.6',
  B: 'M0 3h2.4Q4 3 4 4.5T2.4 6H0V0h2.2q1.6 0 1.6 1.5T2.2 3',
  C: 'M4 1.3Q3.5 0 2.1 0 0 0 0 3t2.1 3Q3.5 6 4 4.7',
  D: 'M0 0v6h1.5Q4 6 4 3T1.5 0z',
  E: 'M3.8 0H0v6h3.8M0 3h3',
  F: 'M3.8 0H0v6M0 3h3',
  G: 'M4 1.3Q3.5 0 2.1 0 0 0 0 3t2.1 3Q4 6 4 3.4H2.4',
  H: 'M0 0v6M4 0v6M0 3h4',
  I: 'M0 0v6',
  J: 'M3.4 0v4.2Q3.4 6 1.9 6T.4 4.4',
  K: 'M0 0v6M4 0 0 3.7M1.5 2.4 4 6',
  L: 'M0 0v6h3.6',
  M: 'M0 6V0l2 3.6L4 0v6',
  N: 'M0 6V0l4 6V0',
  O: 'M2 0Q0 0 0 3t2 3 2-3-2-3z',
  P: 'M0 6V0h2.2Q4 0 4 1.7T2.2 3.4H0',
  Q: 'M2 0Q0 0 0 3t2 3 2-3-2-3zM2.6 4.4 4 6',
  R: 'M0 6V0h2.2Q4 0 4 1.7T2.2 3.4H0M2.2 3.4 4 6',
  S: 'M3.8 1.2Q3.4 0 2 0 .2 0 .2 1.5T2 3t1.9 1.5T2 6Q.5 6 .1 4.8',
  T: 'M0 0h4M2 0v6',
  U: 'M0 0v3.8Q0 6 2 6t2-2.2V0',
  V: 'M0 0l2 6 2-6',
  W: 'M0 0l.9 6L2 1.8 3.1 6 4 0',
  X: 'M0 0l4 6M4 0 0 6',
  Y: 'M0 0l2 3.2L4 0M2 3.2V6',
  Z: 'M0 0h4L0 6h4',
};

/** Emblems in a square of 100. `M` is the main color, `S` the second one. */
const emblems = {
  road: '<path d="M0 100 38 10h24l38 90z" fill="M"/><path d="M48 18h4l1 16h-6zm-2 28h8l2 20H44zm-3 32h14l2 22H41z" fill="#fff"/>',
  mountain:
    '<path d="M0 88 38 20l18 32 12-16 32 52z" fill="M"/><path d="M38 20 26 42l12-5 12 6z" fill="#fff"/><path d="M0 94h100v6H0z" fill="S"/>',
  sun: '<circle cx="50" cy="50" r="30" fill="S"/><path d="M0 64q50-22 100 0v12Q50 54 0 76zm0 20q50-22 100 0v12Q50 74 0 96z" fill="M"/>',
  star: '<circle cx="50" cy="50" r="48" fill="M"/><path d="m50 12 11 27 29 2-22 19 7 28-25-15-25 15 7-28-22-19 29-2z" fill="S"/>',
  shield:
    '<path d="M50 2q22 14 46 14 0 60-46 82Q4 76 4 16q24 0 46-14z" fill="M"/><path d="m22 58 28-24 28 24v14L50 48 22 72z" fill="S"/>',
  arrow: '<path d="M0 24h46l26 26-26 26H0l26-26z" fill="M"/><path d="M54 24h20l26 26-26 26H54l26-26z" fill="S"/>',
  pine: '<path d="M50 4 76 40H62l22 28H60v28H40V68H16l22-28H24z" fill="M"/><path d="M6 92h88v6H6z" fill="S"/>',
  wave: '<path d="M0 40q25-30 50 0t50 0v20q-25 30-50 0T0 60z" fill="M"/><path d="M0 76q25-24 50 0t50 0v14q-25 24-50 0T0 90z" fill="S"/>',
} as const;

type LogoDesign = { name: string; emblem: keyof typeof emblems; main: string; second: string };

/** The drawing area, with the proportions of a company logo. */
const width = 686;
const height = 266;
const emblemSize = 170;
const textStart = 240;
const textWidth = width - textStart - 36;
const cellWidth = 4;
const gap = 1.7;

function drawTextLine(
  text: string,
  { top, maxWidth: max, color, weight }: { top: number; maxWidth: number; color: string; weight: number },
): string {
  let end = -gap;
  const glyphs = text.split('').map((letter) => {
    const start = end + gap;
    end = start + (letter === 'I' ? 0 : cellWidth);
    return `<path d="${strokes[letter] ?? ''}" transform="translate(${start})"/>`;
  });
  const scale = Math.min(max, textWidth / end);
  const style = `fill="none" stroke="${color}" stroke-width="${weight}" stroke-linecap="round" stroke-linejoin="round"`;
  return `<g transform="translate(${textStart} ${top}) scale(${scale})" ${style}>${glyphs.join('')}</g>`;
}

/** An emblem with the company's name in two lines, as an SVG. */
function drawLogo({ name, emblem, main, second }: LogoDesign): string {
  const nameLines = name.toUpperCase().split(' ');
  const color = { M: main, S: second };
  const shapes = emblems[emblem].replace(/"([MS])"/g, (_, key: 'M' | 'S') => `"${color[key]}"`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
  <g transform="translate(36 ${(height - emblemSize) / 2}) scale(${emblemSize / 100})">${shapes}</g>
  ${drawTextLine(nameLines.slice(0, -1).join(' '), { top: 66, maxWidth: 12, color: main, weight: 1.25 })}
  ${drawTextLine(nameLines.at(-1) ?? '', { top: 162, maxWidth: 8, color: '#3c4856', weight: 0.8 })}
</svg>`;
}

/** Some carriers have no logo, so that the demo shows both cases. */
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

/** Adds logos to the demo companies once, also to a demo that already exists. */
export async function seedDemoLogos({ db, media }: Services): Promise<void> {
  const [seedRecord] = await db.select().from(installation).where(eq(installation.key, 'demo-logos'));
  if (seedRecord) return;
  const [admin] = await db.select({ id: users.id }).from(users).where(eq(users.email, 'superadmin@demo.example'));
  const names = designs.map(({ name }) => name);
  const companiesWithoutLogo = await db
    .select({ id: companies.id, name: companies.companyName, employerId: companies.employerId })
    .from(companies)
    .where(and(inArray(companies.companyName, names), isNull(companies.logo)));
  for (const { id, name, employerId } of companiesWithoutLogo) {
    const design = designs.find((candidate) => candidate.name === name);
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
