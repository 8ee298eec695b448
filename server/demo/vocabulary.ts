import { v7 as uuidv7 } from 'uuid';
import { roles, type Role } from '#shared/access/access.ts';
import type { JobType } from '#shared/catalogues.ts';

/** Repeatable random numbers: the same seed gives the same data (mulberry32). */
export type Random = {
  /** A number from 0 up to, but not including, 1. */
  next: () => number;
  int: (from: number, to: number) => number;
  pick: <T>(list: readonly T[]) => T;
  pickSome: <T>(list: readonly T[], max: number) => T[];
  chance: (probability: number) => boolean;
  /** An id that sorts as if it had been created at the given instant. */
  id: (at: Date) => string;
};

export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const pick = <T>(list: readonly T[]): T => {
    const entry = list[int(0, list.length - 1)];
    if (entry === undefined) throw new RangeError('Nothing to pick from');
    return entry;
  };
  return {
    next,
    int,
    pick,
    pickSome: (list, max) => list.filter(() => next() < max / Math.max(list.length, max) / 1.2).slice(0, max),
    chance: (probability) => next() < probability,
    id: (at) =>
      uuidv7({ msecs: at.getTime(), seq: int(0, 0x7fffffff), random: Uint8Array.from({ length: 16 }, () => int(0, 255)) }),
  };
}

/** Words for demo data: invented people and carriers, and the trade's own terms. */
export const firstNames =
  'Marcus Dana Luis Tamika Earl Rosa Wade Priya Hector Lorraine Curtis Mei Darnell Agnes Travis Yolanda Boyd Katrina Omar Shelby Ruben Faye Dwight Noor Clint Marisol Everett Janine Tyrone Ingrid Russ Beatriz Harlan Keisha Otis Svetlana Garth Lupe Emmett Nadine'.split(
    ' ',
  );

export const lastNames =
  'Oyelaran Whitfield Castaneda Brandt Nguyen Holloway Petrov Ramirez Sutter Okafor Lindqvist Beasley Trujillo Kowalski Hargrove Delgado Stroud Vance Mbeki Ferraro Hutchins Zielinski Barrow Escobar Yates Dubois Prentice Amador Kessler Boone Tran McAllister Rutledge Salgado Whitaker Ivanova Crowder Fuentes Langley Mercer'.split(
    ' ',
  );

const carrierFirstWords =
  'Prairie Lone-Star Blue-Ridge Great-Basin Cascade Ozark Keystone Palmetto High-Plains Bayou Lakeshore Iron-Range Summit Redwood Tidewater Cumberland Mesa-Verde Granite Northern-Pine Silver-Creek'
    .split(' ')
    .map((name) => name.replace(/-/g, ' '));
const carrierLastWords = ['Freight', 'Carriers', 'Transport', 'Logistics', 'Hauling', 'Lines', 'Express', 'Trucking'];

/** The name of the n-th carrier. The first 160 are different, and later ones are numbered. */
export function carrierName(n: number): string {
  const firstWord = carrierFirstWords[n % carrierFirstWords.length] ?? '';
  const lastWord = carrierLastWords[Math.floor(n / carrierFirstWords.length) % carrierLastWords.length] ?? '';
  const round = Math.floor(n / (carrierFirstWords.length * carrierLastWords.length));
  return `${firstWord} ${lastWord}${round ? ` ${round + 1}` : ''}`;
}

export type Posting = {
  jobType: JobType;
  title: string;
  /** What the driver does, in the imperative. */
  work: string;
  /** What the driver drives, if not an assigned tractor. */
  vehicle?: string;
  weekly: [number, number];
};

export const postings: readonly Posting[] = [
  {
    jobType: 'dryVan',
    title: 'CDL-A Regional Dry Van Driver',
    work: 'Haul no-touch dry van freight, mostly drop and hook',
    weekly: [1400, 1750],
  },
  {
    jobType: 'reefer',
    title: 'OTR Reefer Driver',
    work: 'Haul temperature-controlled food loads between regional warehouses',
    weekly: [1500, 1900],
  },
  {
    jobType: 'flatBed',
    title: 'Flatbed Driver, Steel and Lumber',
    work: 'Haul steel coils and lumber; securement training and tarps are provided',
    weekly: [1550, 2050],
  },
  {
    jobType: 'tanker',
    title: 'Fuel Tanker Driver, Nights',
    work: 'Haul gasoline and diesel from the terminal to stations in the metro area',
    weekly: [1600, 2000],
  },
  {
    jobType: 'dumpTruck',
    title: 'Dump Truck Driver',
    work: 'Haul aggregate and asphalt to road projects',
    vehicle: 'an assigned dump truck',
    weekly: [1050, 1350],
  },
  {
    jobType: 'readyMixer',
    title: 'Ready-Mix Driver',
    work: 'Haul concrete to job sites within thirty miles of the plant',
    vehicle: 'an assigned mixer truck',
    weekly: [1100, 1400],
  },
  {
    jobType: 'garbageTruck',
    title: 'Residential Route Driver',
    work: 'Collect household waste on set residential routes',
    vehicle: 'an assigned automated side-loader',
    weekly: [1000, 1250],
  },
  {
    jobType: 'bus',
    title: 'Motorcoach Driver',
    work: 'Drive charter groups and airport shuttles',
    vehicle: 'a late-model motorcoach',
    weekly: [950, 1300],
  },
  {
    jobType: 'hotShot',
    title: 'Hot Shot Driver',
    work: 'Haul expedited partial loads for oil-field and farm customers',
    vehicle: 'a one-ton pickup with a gooseneck trailer',
    weekly: [1300, 1800],
  },
  {
    jobType: 'rollOff',
    title: 'Roll-Off Driver',
    work: 'Haul containers between construction sites and the transfer station',
    vehicle: 'an assigned roll-off truck',
    weekly: [1050, 1300],
  },
  {
    jobType: 'livestockCarrier',
    title: 'Livestock Hauler',
    work: 'Haul cattle between ranches, sale barns and packers',
    weekly: [1350, 1800],
  },
  {
    jobType: 'ownerOperator',
    title: 'Owner-Operator, Lease-On',
    work: 'Haul power-only loads with weekly settlements and fuel discounts',
    vehicle: 'your own tractor and pull our trailers',
    weekly: [2800, 4200],
  },
];

/** A description of three short paragraphs and a list, as HTML and plain text. */
export function describePosting(
  posting: Posting,
  city: string,
  state: string,
  equipmentYear: number,
): { html: string; text: string } {
  const equipment = posting.vehicle ?? `an assigned ${equipmentYear} tractor with a fridge and an inverter, governed at 68 mph`;
  const paragraphs = [
    `${posting.work}. You’re based in ${city}, ${state}. Dispatch knows you by name, and the board is posted a week ahead.`,
    `You drive ${equipment}. Waiting time is paid from the second hour.`,
  ];
  const points = ['Paid orientation and paid holidays', 'Passenger and pet policy from day one', 'Direct deposit every Friday'];
  return {
    html: paragraphs.map((text) => `<p>${text}</p>`).join('') + `<ul>${points.map((point) => `<li>${point}</li>`).join('')}</ul>`,
    text: [...paragraphs, ...points].join('\n'),
  };
}

export const applicantMessages = [
  'I can start two weeks after an offer.',
  'I am looking for something closer to home than my current run.',
  'Happy to talk any day after 4 pm.',
  null,
  null,
];

/** The password of every demo account (`docs/product/running.md#demo-data`). */
export const demoPassword = 'Demo#2026';

type Account = { name: string; firstName: string; lastName: string; roles: Role[] };

/** Each account signs in as `{name}@demo.example`. seed-demo.ts assigns the employees to their companies. */
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
