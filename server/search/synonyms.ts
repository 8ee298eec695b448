import type { Endorsement, HomeTime, JobType, RequiredExperience } from '#shared/catalogues.ts';

/** A fact of a job that a phrase can mean; the search document lists each as a word that nobody can type. */
export type Facet =
  | `type:${JobType}`
  | `home:${HomeTime}`
  | `endorsement:${Endorsement}`
  | `experience:${RequiredExperience}`
  | `state:${string}`
  | 'second-chance';

type Meaning = {
  /** Other ways to write it; each is one or more words that must all be there. */
  phrases?: readonly string[];
  /** Facts of a job that mean the same. */
  facets?: readonly Facet[];
};

const hazmat: Meaning = { phrases: ['hazmat', 'hazardous'], facets: ['endorsement:H', 'endorsement:X'] };
const reefer: Meaning = {
  phrases: ['reefer', 'refrigerated', 'temp controlled'],
  facets: ['type:reefer', 'type:refrigeratedFreight'],
};
const concrete: Meaning = { phrases: ['mixer', 'ready mix', 'concrete'], facets: ['type:mixer', 'type:readyMixer'] };
const refuse: Meaning = { phrases: ['garbage', 'refuse', 'trash', 'waste'], facets: ['type:garbageTruck'] };
const longHaul: Meaning = {
  phrases: ['otr', 'over the road', 'long haul', '48 states'],
  facets: ['home:D4', 'home:D5', 'home:D6'],
};
const student: Meaning = {
  phrases: ['trainee', 'student', 'recent graduate', 'no experience', 'entry level'],
  facets: ['experience:CS'],
};
const ownerOperator: Meaning = { phrases: ['owner operator', 'owner op'], facets: ['type:ownerOperator'] };
const homeDaily: Meaning = { phrases: ['home daily', 'home every day'], facets: ['home:HD', 'home:D2'] };
const weekends: Meaning = { phrases: ['home weekends', 'every weekend'], facets: ['home:D3'] };
const secondChance: Meaning = { phrases: ['second chance', 'fair chance', 'felony friendly'], facets: ['second-chance'] };
const doubles: Meaning = { phrases: ['doubles', 'triples'], facets: ['endorsement:T'] };
const noTouch: Meaning = { phrases: ['no touch', 'drop and hook', 'drop hook'] };
const flatbed: Meaning = { phrases: ['flatbed', 'flat bed', 'step deck', 'stepdeck'], facets: ['type:flatBed'] };
const dryVan: Meaning = { phrases: ['dry van'], facets: ['type:dryVan'] };
const tanker: Meaning = { phrases: ['tanker'], facets: ['type:tanker', 'endorsement:N', 'endorsement:X'] };

/** What drivers write, in lower case with single spaces, and what else means the same. */
export const synonyms: Readonly<Record<string, Meaning>> = {
  hazmat,
  'haz mat': hazmat,
  'hazardous materials': hazmat,
  reefer,
  refer: reefer,
  refrigerated: reefer,
  'temp controlled': reefer,
  mixer: concrete,
  concrete,
  'ready mix': concrete,
  readymix: concrete,
  garbage: refuse,
  refuse,
  trash: refuse,
  waste: refuse,
  otr: longHaul,
  'over the road': longHaul,
  'long haul': longHaul,
  trainee: student,
  student,
  'entry level': student,
  'no experience': student,
  'recent grad': student,
  'recent graduate': student,
  'owner operator': ownerOperator,
  'owner op': ownerOperator,
  local: { phrases: ['local'], facets: ['home:HD', 'home:D2'] },
  'home daily': homeDaily,
  'home every day': homeDaily,
  'home every night': homeDaily,
  'home nightly': homeDaily,
  'home weekly': { phrases: ['home weekly'], facets: ['home:HW'] },
  'home weekend': weekends,
  'every weekend': weekends,
  'home every weekend': weekends,
  'second chance': secondChance,
  'fair chance': secondChance,
  'felony friendly': secondChance,
  felony: secondChance,
  double: doubles,
  triple: doubles,
  'no touch': noTouch,
  'drop and hook': noTouch,
  'drop hook': noTouch,
  flatbed,
  'flat bed': flatbed,
  'step deck': flatbed,
  van: dryVan,
  'dry van': dryVan,
  dryvan: dryVan,
  tanker,
  'tank truck': tanker,
  hotshot: { phrases: ['hotshot', 'hot shot'], facets: ['type:hotShot'] },
  cattle: { phrases: ['cattle', 'livestock'], facets: ['type:livestockCarrier'] },
  rolloff: { phrases: ['rolloff', 'roll off'], facets: ['type:rollOff'] },
};
