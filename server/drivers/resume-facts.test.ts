import { describe, expect, test } from 'vitest';
import { readResumeFacts } from './resume-facts.ts';

const today = new Date(Date.UTC(2026, 10, 15));

/** What is proposed, without the words it was read from. What is missing must not be proposed. */
function valuesOf(text: string): Record<string, unknown> {
  const { places, ...facts } = readResumeFacts(text, today);
  const values = Object.entries(facts).flatMap(([name, found]) => (found ? [[name, found.value] as const] : []));
  const named = places.map(({ value: { cities, state, postalCode } }) =>
    [cities.at(-1), state, postalCode].filter(Boolean).join(' '),
  );
  return { ...Object.fromEntries(values), ...(named.length > 0 && { places: named }) };
}

type Resume = { name: string; text: string; values: Record<string, unknown> };

const resumes: Resume[] = [
  {
    name: 'a good layout with dated jobs',
    text: `
      Marcus T. Oyelaran
      1414 Harney Street, Omaha, NE 68102
      (402) 555-0143 | marcus.oyelaran@mail.example
      SUMMARY
      Dependable Class A CDL driver with a clean record.
      EXPERIENCE
      Truck Driver, Prairie Freight          03/2019 - Present
      • Hauled refrigerated loads to 48 states.
      Truck Driver, Big Sky Carriers         06/2014 – 02/2019
      • Pulled a 53' dry van over the road.
      Forklift Operator, Sysco               01/2010 – 05/2014
      LICENSES AND ENDORSEMENTS
      CDL Class A, State of Nebraska
      Endorsements: Hazmat, Tanker, Doubles/Triples
      TWIC card
      REFERENCES
      Dana Ortiz, (402) 555-0199`,
    values: {
      firstName: 'Marcus',
      lastName: 'Oyelaran',
      phone: '4025550143',
      places: ['Omaha NE 68102'],
      cdlStatus: 'Class A',
      yearsOfExperience: 12,
      workExperiences: ['dryVan', 'reefer'],
      endorsements: ['H', 'N', 'T', 'TWIC'],
    },
  },
  {
    name: 'stated years win over dates, and the largest statement counts',
    text: `
      WANDA STONE
      Professional Truck Driver
      Cell: 435.555.0188
      St. George, Utah
      Objective
      15+ years of OTR driving, 3 years with flatbed.
      Work History
      Driver
      Red Rock Hauling
      2020 - 2024
      - Flatbed and step deck.`,
    values: {
      firstName: 'Wanda',
      lastName: 'Stone',
      phone: '4355550188',
      places: ['George UT'],
      yearsOfExperience: 15,
      workExperiences: ['flatBed'],
    },
  },
  {
    name: 'two columns, the left one first',
    text: `
      CONTACT
      (972) 555-0121
      otis.reed@mail.example
      Dallas, TX 75201
      SKILLS
      Reefer
      Flatbed
      CDL
      Class A
      Endorsements: T, N
      Otis Reed
      Regional Truck Driver
      EXPERIENCE
      Lone Star Logistics, Truck Driver
      January 2021 - June 2023
      Delivered on time.`,
    values: {
      firstName: 'Otis',
      lastName: 'Reed',
      phone: '9725550121',
      places: ['Dallas TX 75201'],
      cdlStatus: 'Class A',
      yearsOfExperience: 2,
      workExperiences: ['flatBed', 'reefer'],
      endorsements: ['N', 'T'],
    },
  },
  {
    name: 'Spanish, with two surnames that the email address tells',
    text: `
      JUAN GARCÍA LÓPEZ
      Chofer profesional
      Teléfono: (956) 555-0134
      Correo: juan.garcia@correo.example
      Dirección: Laredo, TX 78040
      PERFIL
      Chofer con 8 años de experiencia manejando tráiler.
      EXPERIENCIA LABORAL
      Chofer de camión, Transportes del Norte, 2018 – actual
      Caja seca y refrigerada
      LICENCIA
      Licencia CDL clase A, endosos: materiales peligrosos y tanque`,
    values: {
      firstName: 'Juan',
      lastName: 'García López',
      phone: '9565550134',
      places: ['Laredo TX 78040'],
      cdlStatus: 'Class A',
      yearsOfExperience: 8,
      workExperiences: ['dryVan', 'reefer'],
      endorsements: ['H', 'N'],
    },
  },
  {
    name: 'Spanish, where nothing tells the given name from the surname',
    text: `
      María Elena Torres
      Tel. 602-555-0177
      Objetivo
      Busco trabajo de chofer local con licencia clase B.
      Experiencia
      Operadora de autobús escolar, Distrito de Phoenix
      agosto 2020 - mayo 2024
      Educación
      Escuela secundaria`,
    values: { phone: '6025550177', yearsOfExperience: 3, workExperiences: ['bus'] },
  },
  {
    name: 'Spanish, four names',
    text: `
      Nombre: José Luis Ramírez Peña
      Celular: 210-555-0166
      Experiencia de manejo
      Chofer de volteo, Concretos Alamo, San Antonio
      enero de 2022 a diciembre de 2023
      Licencias
      CDL Clase B`,
    values: {
      firstName: 'José Luis',
      lastName: 'Ramírez Peña',
      phone: '2105550166',
      cdlStatus: 'Class B',
      yearsOfExperience: 2,
    },
  },
  {
    name: 'no license',
    text: `
      Bo Hill
      bo@mail.example
      555-0100
      SUMMARY
      Delivery driver. I do not have a CDL.
      EXPERIENCE
      Delivery Driver, Parcel Co, 01/2024 - 06/2025`,
    values: { firstName: 'Bo', lastName: 'Hill', cdlStatus: 'No CDL', yearsOfExperience: 1 },
  },
  {
    name: 'a graduate of a school with a permit',
    text: `
      Ida Marsh
      Des Moines, Iowa 50309
      (515) 555-0102
      EDUCATION
      Heartland Truck Driving School, CDL-A training, 160 hours, 2026
      Trained on flatbed and dry van
      LICENSES
      Commercial Learner's Permit (CLP)
      EXPERIENCE
      Cashier, Grocery Barn, 2020 - 2026`,
    values: { firstName: 'Ida', lastName: 'Marsh', phone: '5155550102', places: ['Moines IA 50309'], cdlStatus: 'Permit' },
  },
  {
    name: 'a graduate who has the license',
    text: `
      Ann Lake | Tulsa, OK 74103 | 918-555-0155
      Objective: Recent CDL school graduate with a Class A CDL looking for a first trucking job
      Education
      Tulsa Tech, Professional Truck Driver Training, graduated May 2026
      Experience
      Warehouse Associate, Box Co. 2022-2025`,
    values: { firstName: 'Ann', lastName: 'Lake', phone: '9185550155', places: ['Tulsa OK 74103'], cdlStatus: 'Class A' },
  },
  {
    name: 'who seeks a position that needs a class does not say to have it',
    text: `
      Carl Dune
      Reno, NV
      Objective
      Seeking a Class A CDL truck driver position after training.
      Experience
      Line Cook, Diner, 2019 - 2025`,
    values: { firstName: 'Carl', lastName: 'Dune', places: ['Reno NV'] },
  },
  {
    name: 'an owner-operator today',
    text: `
      Robert "Bob" O'Neil Jr.
      Owner-Operator | Class A CDL
      Boise, ID 83702
      208-555-0119
      EXPERIENCE
      Owner Operator, O'Neil Trucking LLC, 2015 - Present
      Hot shot and livestock hauling`,
    values: {
      firstName: 'Robert',
      lastName: "O'Neil Jr.",
      phone: '2085550119',
      places: ['Boise ID 83702'],
      cdlStatus: 'Class A',
      yearsOfExperience: 11,
      workExperiences: ['hotShot', 'livestockCarrier'],
      ownerOperator: true,
    },
  },
  {
    name: 'an owner-operator of the past, and one who worked for others',
    text: `
      Hank Mills
      EMPLOYMENT HISTORY
      Company Driver, Acme Freight, 2020 - Present
      Owner Operator, Mills Hauling, 2012 - 2019
      Driver for an owner operator, 2010 - 2012`,
    values: { firstName: 'Hank', lastName: 'Mills', yearsOfExperience: 15 },
  },
  {
    name: 'overlapping jobs count once',
    text: `
      Lena Park
      EXPERIENCE
      Truck Driver, One, 01/2018 - 12/2021
      Bus Driver, Two, 06/2020 - 12/2022
      Dispatcher, Three, 01/2010 - 12/2017`,
    values: { firstName: 'Lena', lastName: 'Park', yearsOfExperience: 5, workExperiences: ['bus'] },
  },
  {
    name: 'titles that follow their dates',
    text: `
      Gus Ford
      EXPERIENCE
      2021 - 2025
      Dump Truck Driver
      Gravel Inc
      2015 - 2021
      Mechanic
      Shop LLC`,
    values: { firstName: 'Gus', lastName: 'Ford', yearsOfExperience: 4, workExperiences: ['dumpTruck'] },
  },
  {
    name: 'the phone numbers of employers and references',
    text: `
      Tess Vale
      Fax: (503) 555-0111
      Emergency contact: (503) 555-0112
      EXPERIENCE
      Driver, Cascade Lines, (503) 555-0113, 2022 - 2024
      Supervisor: Al Roe (503) 555-0114
      REFERENCES
      Jim Roe, (503) 555-0115`,
    values: { firstName: 'Tess', lastName: 'Vale', yearsOfExperience: 2 },
  },
  {
    name: 'two phone numbers, of which one is a cell phone',
    text: `
      Kim Dale
      Home: 503-555-0121  Cell: 503-555-0122
      SKILLS
      CDL Class B w/ P, S endorsements`,
    values: { firstName: 'Kim', lastName: 'Dale', phone: '5035550122', cdlStatus: 'Class B', endorsements: ['P', 'S'] },
  },
  {
    name: 'two phone numbers and nothing to tell them apart',
    text: `
      Ray West
      503-555-0131 / 503-555-0132
      Salem, OR 97301`,
    values: { firstName: 'Ray', lastName: 'West', places: ['Salem OR 97301'] },
  },
  {
    name: 'a job ad',
    text: `
      CDL-A Truck Drivers - We Are Hiring!
      Prairie Freight, Omaha, NE 68102, (402) 555-0143
      Requirements:
      Must have a Class A CDL and 2 years of OTR driving experience.
      Hazmat endorsement preferred.
      We offer competitive pay, a sign-on bonus and paid vacation.
      Apply today!`,
    values: {},
  },
  {
    name: 'a job ad in Spanish',
    text: `
      Se solicitan choferes
      Transportes del Norte, Laredo, TX 78040
      Requisitos:
      Debe tener licencia CDL clase A y 2 años de experiencia manejando.
      Ofrecemos buen sueldo. Llame hoy: (956) 555-0100`,
    values: {},
  },
  {
    name: 'a school bus driver with a street that is a route',
    text: `
      Bill Anderson
      555 Route 9, Albany, New York 12205
      518-555-0181
      Class B CDL Passenger and School Bus endorsements`,
    values: {
      firstName: 'Bill',
      lastName: 'Anderson',
      phone: '5185550181',
      places: ['Albany NY 12205'],
      cdlStatus: 'Class B',
      endorsements: ['P', 'S'],
    },
  },
  {
    name: 'a dispatcher who works with drivers',
    text: `
      Linda Cho
      EXPERIENCE
      Dispatcher, Pacific Freight, 2015 - Present
      - Managed 40 owner-operators and reefer drivers
      - Recruited Class A CDL drivers`,
    values: { firstName: 'Linda', lastName: 'Cho' },
  },
  {
    name: 'drivers that are software',
    text: `
      Robert Smith
      EXPERIENCE
      Driver software engineer, DeviceCo, 2015 - 2020
      AWS Class A certificate`,
    values: { firstName: 'Robert', lastName: 'Smith' },
  },
  {
    name: 'a certificate of a school',
    text: `
      Shaniqua Brown
      EDUCATION
      Roadmaster Drivers School, CDL Class A certificate, 2026`,
    values: { firstName: 'Shaniqua', lastName: 'Brown' },
  },
  {
    name: 'Spanish with the dates first',
    text: `
      JOSÉ HERNÁNDEZ
      Chofer CDL clase A con Hazmat y Tanque
      Tel: (323) 555-0171
      Experiencia
      2019 – Actualidad   Chofer de pipa, Petróleos del Sur
      2014 – 2019   Chofer local de caja seca, Express LA
      2010 – 2014   Ayudante de mecánico`,
    values: {
      firstName: 'José',
      lastName: 'Hernández',
      phone: '3235550171',
      cdlStatus: 'Class A',
      yearsOfExperience: 12,
      workExperiences: ['dryVan', 'tanker'],
      endorsements: ['H', 'N'],
    },
  },
  {
    name: 'work for drivers is no driving',
    text: `
      Ned Cook
      EXPERIENCE
      Truck Driver, Sun Lines, 2015 - 2017
      Hauled lumber
      Cook, Truck Stop, 2017 - 2025
      Cooked meals for every truck driver`,
    values: { firstName: 'Ned', lastName: 'Cook', yearsOfExperience: 2 },
  },
  {
    name: 'a short job ad',
    text: `
      Hiring CDL-A drivers in Dallas, TX 75201. Must have 2 years OTR experience.
      Call 972-555-0100. Hazmat a plus.`,
    values: {},
  },
  {
    name: 'a coordinator who plans the freight of others',
    text: `
      Emily Chen
      SUMMARY
      Logistics coordinator with 8 years of experience in trucking and freight brokerage.
      EXPERIENCE
      Logistics Coordinator, XPO, 2016 – Present
      • Schedule dry van, flatbed and reefer carriers`,
    values: { firstName: 'Emily', lastName: 'Chen' },
  },
  {
    name: 'a license of another country',
    text: `
      Carlos Mendoza Ruiz
      Chofer con licencia federal tipo B (México)
      cmendoza@correo.example
      Tel 619 555 0190
      No tengo CDL todavía, estoy estudiando para el permiso CLP.
      Experiencia
      Chofer repartidor, Bimbo, 2016 a 2021`,
    values: { firstName: 'Carlos', lastName: 'Mendoza Ruiz', phone: '6195550190', cdlStatus: 'No CDL', yearsOfExperience: 5 },
  },
  {
    name: 'a surname that is a state, and parts of the years',
    text: `
      DARNELL WASHINGTON
      Memphis, TN 38103 • 901-555-0149 • darnellw@mail.example
      PROFILE
      Seven years driving school buses and three years with dump trucks. CDL-B w/ passenger (P) & school bus (S).
      WORK HISTORY
      Memphis City Schools — Bus Driver — 08/2014–06/2021
      Delta Paving — Dump Truck Driver — 07/2021–Present`,
    values: {
      firstName: 'Darnell',
      lastName: 'Washington',
      phone: '9015550149',
      places: ['Memphis TN 38103'],
      cdlStatus: 'Class B',
      yearsOfExperience: 12,
      workExperiences: ['bus', 'dumpTruck'],
      endorsements: ['P', 'S'],
    },
  },
  {
    name: 'the fields of a form',
    text: `
      Name: Smith, John
      Address: 77 Sunset Blvd
      Los Angeles, CA 90028
      CDL #: D1234567  State: CA  Class: A  Exp: 05/2028  Endorsements: T
      Years of driving experience: 11`,
    values: {
      firstName: 'John',
      lastName: 'Smith',
      places: ['Angeles CA 90028'],
      cdlStatus: 'Class A',
      yearsOfExperience: 11,
      endorsements: ['T'],
    },
  },
  {
    name: 'a mechanic with a license',
    text: `
      Jennifer Kowalski
      EXPERIENCE
      Diesel Mechanic, Fleet Co, 2014 - Present
      • Repaired dry vans, reefers and flatbeds
      • Road-tested trucks (Class A CDL holder)
      Warehouse forklift driver, BoxCo, 2010 - 2014`,
    values: { firstName: 'Jennifer', lastName: 'Kowalski', cdlStatus: 'Class A' },
  },
  { name: 'an empty file', text: ' \n\n \t ', values: {} },
  {
    name: 'an invoice',
    text: `
      INVOICE 20431
      Bill to: Prairie Freight LLC
      Total due 1,402.55
      Due 03/2026`,
    values: {},
  },
  {
    name: 'endorsements that are not held',
    text: `
      Nora Finch
      LICENSE
      Class A CDL
      No hazmat, tanker endorsement expired
      Working on doubles/triples endorsement
      Passenger endorsement`,
    values: { firstName: 'Nora', lastName: 'Finch', cdlStatus: 'Class A', endorsements: ['P'] },
  },
  {
    name: 'a class that has ended',
    text: `
      Walt Bird
      LICENSE
      CDL Class A (expired 2020)
      Class B CDL, current`,
    values: { firstName: 'Walt', lastName: 'Bird', cdlStatus: 'Class B' },
  },
  {
    name: 'letters of endorsements and the X',
    text: `
      Zoe Lark
      Qualifications
      CDL-A with endorsements H, N, T, X
      TWIC`,
    values: { firstName: 'Zoe', lastName: 'Lark', cdlStatus: 'Class A', endorsements: ['H', 'N', 'X', 'T', 'TWIC'] },
  },
  {
    name: 'hauling with a tanker is no endorsement',
    text: `
      Pete Moss
      EXPERIENCE
      Fuel tanker driver, Gas Co, 2019 - 2022
      - Hauled fuel tankers to stations`,
    values: { firstName: 'Pete', lastName: 'Moss', yearsOfExperience: 3, workExperiences: ['tanker'] },
  },
  {
    name: 'what the driver would like is not what the driver has done',
    text: `
      Jill Snow
      Summary
      Interested in flatbed or tanker work. Willing to relocate to Denver, CO 80202.
      Experience
      Roll-off driver, Waste Co, 2023 - 2025`,
    values: { firstName: 'Jill', lastName: 'Snow', yearsOfExperience: 2, workExperiences: ['rollOff'] },
  },
  {
    name: 'years of other things',
    text: `
      Sam Frost
      Summary
      20 years in the Army, 10 years accident-free driving record, 45 years old.
      Worked for a family trucking company with 60 years of history.`,
    values: { firstName: 'Sam', lastName: 'Frost' },
  },
  {
    name: 'a date of birth and a Social Security number',
    text: `
      Dee Nash
      Date of birth: 04/12/1985
      SSN: 505-55-0143
      DL: 402555014
      Macon, GA 31201`,
    values: { firstName: 'Dee', lastName: 'Nash', places: ['Macon GA 31201'] },
  },
  {
    name: 'other kinds of trucks',
    text: `
      Ron Clay
      EXPERIENCE
      Ready-mix driver, Stone Co, 2016 - 2018
      Garbage truck driver, City of Mesa, 2018 - 2021
      School bus driver, Mesa Schools, 2021 - 2023`,
    values: { firstName: 'Ron', lastName: 'Clay', yearsOfExperience: 7, workExperiences: ['garbageTruck', 'mixer', 'bus'] },
  },
  {
    name: 'a title before the name, and words instead of digits',
    text: `
      RESUME OF ELI VAN DER BERG
      Gary, IN 46402
      Over ten years of truck driving`,
    values: { firstName: 'Eli', lastName: 'Van Der Berg', places: ['Gary IN 46402'], yearsOfExperience: 10 },
  },
  {
    name: 'months of one year',
    text: `
      May Reyes
      EXPERIENCE
      Truck Driver, Sun Lines, Feb 2026 - Jul 2026`,
    values: { firstName: 'May', lastName: 'Reyes', yearsOfExperience: 0.5 },
  },
  {
    name: 'dates in the future and backward',
    text: `
      Art Cole
      EXPERIENCE
      Truck Driver, A, 2030 - 2035
      Truck Driver, B, 2020 - 2015`,
    values: { firstName: 'Art', lastName: 'Cole' },
  },
  {
    name: 'a name that is not at the top and that nothing confirms',
    text: `
      CDL Class A
      EXPERIENCE
      Driver, Acme, 2019 - 2021
      Tom Sawyer
      REFERENCES
      Huck Finn`,
    values: { cdlStatus: 'Class A', yearsOfExperience: 2 },
  },
  {
    name: 'endorsements and licenses that are over or not there',
    text: `
      Art Cole
      LICENSE
      CDL Class A - exp. 2019
      Endorsements: Tanker: N, doubles and triples: none`,
    values: { firstName: 'Art', lastName: 'Cole', endorsements: ['N'] },
  },
  {
    name: 'a license that was given up',
    text: `
      Art Cole
      CDL Class A (surrendered 2020)
      EXPERIENCE
      Truck Driver, A, 2015 - 2019`,
    values: { firstName: 'Art', lastName: 'Cole', yearsOfExperience: 4 },
  },
  {
    name: 'a license that ends in a later year',
    text: `
      Art Cole
      CDL Class B, expires 05/2029`,
    values: { firstName: 'Art', lastName: 'Cole', cdlStatus: 'Class B' },
  },
  {
    name: 'a helper, and the years of someone else',
    text: `
      Art Cole
      Son of a trucker with 30 years of driving
      EXPERIENCE
      Driver Helper, A, 2015 - 2020`,
    values: { firstName: 'Art', lastName: 'Cole' },
  },
  {
    name: 'other work for owner-operators',
    text: `
      Art Cole
      Owner operator dispatcher
      CDL Class A`,
    values: { firstName: 'Art', lastName: 'Cole', cdlStatus: 'Class A' },
  },
];

describe('what is read from a resume', () => {
  test.each(resumes)('$name', ({ text, values }) => {
    expect(valuesOf(text)).toEqual(values);
  });
});

describe('the words that an answer is read from', () => {
  const readFacts = (text: string) => readResumeFacts(text, today);

  test('are the line, or a part of it with at most 120 characters around the answer', () => {
    const before = 'I have driven in all weather and in every state of the country, day and night, for many customers, and ';
    const after = ' which I renewed last spring without any trouble, and which has no restrictions of any kind';
    const facts = readFacts(`Dana Ortiz\nOmaha, NE\nSUMMARY\n${before}hold a Class A CDL,${after}.`);
    expect(facts.firstName?.excerpt).toBe('Dana Ortiz');
    expect(facts.places[0]?.excerpt).toBe('Omaha, NE');
    expect(facts.cdlStatus?.excerpt).toMatch(/^….*hold a Class A CDL,.*…$/);
    expect(facts.cdlStatus?.excerpt.length).toBeLessThanOrEqual(120);
  });

  test('are those of every job that counts', () => {
    const facts = readFacts(
      'Dana Ortiz\nEXPERIENCE\nTruck Driver, A, 2015 - 2017\nCook, B, 2017 - 2018\nTruck Driver\nC Lines\n2018 - 2020',
    );
    expect(facts.yearsOfExperience).toEqual({ value: 4, excerpt: 'Truck Driver, A, 2015 - 2017; Truck Driver, 2018 - 2020' });
  });
});

test('any text is read within a moment', () => {
  const parts = [
    'class ',
    'cdl a ',
    'Aa ',
    '(402) ',
    '1 ',
    'licencia ',
    '2015 - ',
    'no ',
    'driver, ',
    'ten years ',
    '- ',
    'x,',
    'é',
    '\t|',
    'N, E 6',
  ];
  const before = process.threadCpuUsage();
  for (const part of parts) readResumeFacts(part.repeat(200_000 / part.length), today);
  for (const part of parts) readResumeFacts(`${part}\n`.repeat(200_000 / part.length), today);
  const { user } = process.threadCpuUsage(before);
  expect(user / 1e6).toBeLessThan(parts.length);
});
