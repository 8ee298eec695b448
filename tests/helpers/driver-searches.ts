import type { rowOfJob } from '#server/demo/builders.ts';
import { cellOf } from '#server/places/cells.ts';

type JobValues = Parameters<typeof rowOfJob>[1];

const at = (city: string, state: string, postalCode: string, latitude: number, longitude: number): JobValues => ({
  city,
  state,
  postalCode,
  latitude,
  longitude,
  cell: cellOf(latitude, longitude),
});

const job = (location: JobValues, title: string, descriptionText: string, values: JobValues = {}): JobValues => ({
  ...location,
  title,
  descriptionText,
  ...values,
});

/** Jobs as carriers post them, the newest first. No two have the same kind of work and place. */
export const carrierJobs = {
  omaha: job(at('Omaha', 'NE', '68102', 41.2587, -95.9378), 'Regional Driver', 'Five states around Nebraska. No-touch freight.'),
  chicago: job(at('Chicago', 'IL', '60601', 41.8858, -87.6229), 'Produce Runs', 'Load with care. Set temperatures.', {
    jobType: 'reefer',
    homeTime: 'D4',
    requiredExperience: 'Y1',
  }),
  dallas: job(at('Dallas', 'TX', '75201', 32.7904, -96.8044), 'Steel Hauler', 'Tarps, chains and binders provided.', {
    jobType: 'flatBed',
    expectedPayCents: 1800_00,
  }),
  fortWorth: job(at('Fort Worth', 'TX', '76102', 32.7582, -97.3328), 'Grocery Route', 'Sleep in your own bed.', {
    homeTime: 'HD',
    expectedPayCents: 1300_00,
  }),
  houston: job(at('Houston', 'TX', '77002', 29.7594, -95.3594), 'Chemical Driver', 'Load at the refinery, TWIC helps.', {
    jobType: 'tanker',
    endorsements: ['X'],
    homeTime: 'D3',
    requiredExperience: 'Y2',
    expectedPayCents: 2200_00,
  }),
  denver: job(at('Denver', 'CO', '80202', 39.7491, -104.9946), 'Aggregate Driver, Class B', 'Sand and gravel to road sites.', {
    jobType: 'dumpTruck',
    homeTime: 'HD',
  }),
  phoenix: job(at('Phoenix', 'AZ', '85003', 33.4511, -112.0774), 'Plant Driver', 'Pour on site.', {
    jobType: 'readyMixer',
    homeTime: 'D2',
  }),
  stLouis: job(at('Saint Louis', 'MO', '63101', 38.6346, -90.1913), 'First Seat Program', 'Ride four weeks with a trainer.', {
    requiredExperience: 'CS',
    homeTime: 'D5',
  }),
  newYork: job(at('New York', 'NY', '10001', 40.7507, -73.9972), 'Charter Operator', 'Drive groups to shows.', {
    jobType: 'bus',
    endorsements: ['P'],
    homeTime: 'O',
  }),
  newark: job(at('Newark', 'NJ', '07102', 40.732, -74.1765), 'Port Driver', 'Pull containers from the piers.', {
    homeTime: 'HD',
  }),
  losAngeles: job(at('Los Angeles', 'CA', '90012', 34.0614, -118.2385), 'Car Hauler', 'Nine-car trailer.', { homeTime: 'HW' }),
  atlanta: job(at('Atlanta', 'GA', '30303', 33.7529, -84.3902), 'Linehaul Driver', 'Terminal to terminal at night.', {
    endorsements: ['T'],
    homeTime: 'D2',
  }),
  minneapolis: job(at('Minneapolis', 'MN', '55401', 44.9835, -93.2683), 'Hog Driver', 'Farm pickups.', {
    jobType: 'livestockCarrier',
  }),
  elPaso: job(at('El Paso', 'TX', '79901', 31.7604, -106.4803), 'Team Drivers', 'Split 6,000 miles a week.', { homeTime: 'D6' }),
  memphis: job(at('Memphis', 'TN', '38103', 35.144, -90.048), 'Heavy Haul Driver', 'Lowboy and RGN, permits arranged.', {
    jobType: 'otherExperience',
    requiredExperience: 'Y2',
  }),
  nashville: job(at('Nashville', 'TN', '37201', 36.1657, -86.7781), 'Contractor', 'Choose your loads.', {
    jobType: 'ownerOperator',
    homeTime: 'O',
    expectedPayCents: 75_00,
    salaryType: 'percentage',
  }),
  seattle: job(at('Seattle', 'WA', '98101', 47.6114, -122.3305), 'Residential Route', 'Side loader, done by 2 PM.', {
    jobType: 'garbageTruck',
    homeTime: 'HD',
  }),
  tampa: job(at('Tampa', 'FL', '33602', 27.9506, -82.4567), 'Morning Route', 'District routes, summers off.', {
    jobType: 'bus',
    endorsements: ['S', 'P'],
    homeTime: 'HD',
  }),
  laredo: job(at('Laredo', 'TX', '78040', 27.5155, -99.4986), 'Expedited Driver', 'One-ton with a 40-foot gooseneck.', {
    jobType: 'hotShot',
  }),
  charlotte: job(at('Charlotte', 'NC', '28202', 35.229, -80.8419), 'Container Driver', 'Debris boxes to building sites.', {
    jobType: 'rollOff',
    homeTime: 'HD',
  }),
  columbus: job(at('Columbus', 'OH', '43215', 39.9671, -83.0044), 'Hostler', 'Move trailers in our yard.', { homeTime: 'HD' }),
  /** The company of this job is a fair chance employer. */
  kansasCity: job(at('Kansas City', 'MO', '64106', 39.1052, -94.5699), 'Parcel Driver', 'Paid every Friday.', { homeTime: 'HD' }),
} satisfies Record<string, JobValues>;

type JobName = keyof typeof carrierJobs;

/** What a driver types under "What" and "Where", and the jobs that may come first. */
type DriverSearch = { query: string; location: string; jobs: readonly JobName[] };

const forWords = (query: string, ...jobs: JobName[]): DriverSearch => ({ query, location: '', jobs });
const forPlace = (location: string, ...jobs: JobName[]): DriverSearch => ({ query: '', location, jobs });
const forBoth = (query: string, location: string, ...jobs: JobName[]): DriverSearch => ({ query, location, jobs });

export const driverSearches: readonly DriverSearch[] = [
  forWords('reefer', 'chicago'),
  forWords('refrigerated trucking jobs', 'chicago'),
  forWords('flat bed', 'dallas'),
  forWords('flatbd', 'dallas'),
  forWords('step deck driver', 'dallas'),
  forWords('fuel tanker hazmat', 'houston'),
  forWords('hazmatt', 'houston'),
  forWords('chemical tanker', 'houston'),
  forWords('dump truck driver', 'denver'),
  forWords('class b dump', 'denver'),
  forWords('cement mixer', 'phoenix'),
  forWords('no experience', 'stLouis'),
  forWords('new cdl grad', 'stLouis'),
  forWords('company that trains students', 'stLouis'),
  forWords('school bus', 'tampa'),
  forWords('bus driver', 'newYork', 'tampa'),
  forWords('intermodal containers', 'newark'),
  forWords('car hauling', 'losAngeles'),
  forWords('doubles triples linehaul', 'atlanta'),
  forWords('night shift', 'atlanta'),
  forWords('bull hauler', 'minneapolis'),
  forWords('team driving jobs', 'elPaso'),
  forWords('oversize lowboy', 'memphis'),
  forWords('owner op', 'nashville'),
  forWords('trash truck', 'seattle'),
  forWords('hotshot', 'laredo'),
  forWords('roll off', 'charlotte'),
  forWords('yard jockey', 'columbus'),
  forWords('felony friendly', 'kansasCity'),
  forWords('OTR 48 states', 'chicago', 'stLouis', 'elPaso'),
  forWords('home every weekend tanker', 'houston'),
  forWords('no touch freight', 'omaha'),
  forWords('local class a jobs in Texas', 'fortWorth'),
  forWords('flatbed near Dalas TX paying $1,500 a week', 'dallas'),
  forWords('dry van home daily DFW', 'fortWorth'),
  forPlace('Chicgo', 'chicago'),
  forPlace('Omahha', 'omaha'),
  forPlace('Pheonix', 'phoenix'),
  forPlace('Huston TX', 'houston'),
  forPlace('Minneaplis', 'minneapolis'),
  forPlace('St. Louis', 'stLouis'),
  forPlace('Ft Worth', 'fortWorth'),
  forPlace('Charlote NC', 'charlotte'),
  forPlace('NYC', 'newYork'),
  forPlace('DFW', 'dallas', 'fortWorth'),
  forPlace('Chicagoland', 'chicago'),
  forPlace('Twin Cities', 'minneapolis'),
  forPlace('KCMO', 'kansasCity'),
  forBoth('local', 'Seatle', 'seattle'),
  forBoth('port', 'north jersey', 'newark'),
  forWords('chofer de volteo', 'denver'),
  forWords('caja seca casa todos los días', 'fortWorth', 'newark', 'columbus', 'kansasCity'),
  forWords('plataforma en Dallas', 'dallas'),
  forWords('pipa materiales peligrosos', 'houston'),
  forWords('trabajo de troquero sin experiencia', 'stLouis'),
  forWords('dueño operador', 'nashville'),
  forWords('basura', 'seattle'),
  forWords('revolvedora', 'phoenix'),
  forWords('autobús escolar', 'tampa'),
  forBoth('refrigerado', 'Chicago', 'chicago'),
];
