import type { Endorsement, HomeTime, JobType, RequiredCdlClass, RequiredExperience } from '#shared/catalogues.ts';
import { jobTypesOfClass } from '#shared/matching/matching.ts';

/** A property of a job that a phrase can mean. The search document contains each one as a word that people cannot type. */
export type Facet =
  | `type:${JobType}`
  /** The class that the employer chose, or the type of driving from which the class follows. */
  | `cdl:${RequiredCdlClass | JobType}`
  | `home:${HomeTime}`
  | `endorsement:${Endorsement}`
  | `experience:${RequiredExperience}`
  | `state:${string}`
  | 'second-chance';

export type Synonym = {
  /** Other spellings in the texts of jobs. All words of a spelling must be there, each as it is or in its plural. */
  phrases?: readonly string[];
  /** Properties of a job with the same meaning. */
  facets?: readonly Facet[];
  /** The term says nothing about a job, such as `truck driver`, so it is ignored. */
  isIgnored?: boolean;
};

type Entry = Synonym & {
  /** What drivers type, in lowercase, without accents, with single spaces, separated by `|`. */
  english: string;
  spanish?: string;
};

/** The jobs that require this class and no higher one. */
const facetsOfClass = (cdlClass: RequiredCdlClass): Facet[] =>
  [cdlClass, ...jobTypesOfClass(cdlClass)].map((code) => `cdl:${code}` as const);

const entries: readonly Entry[] = [
  {
    english: 'truck driver|truck driving|trucker|trucking|cdl driver|driver job|driving job|cdl job|truck job',
    spanish: 'chofer|choferes|chofer de camion|chofer de trailer|camionero|trailero|troquero|conductor|conductores|manejar',
    isIgnored: true,
  },
  {
    english: 'hazmat|haz mat|hazardous materials|hazardous material',
    spanish: 'materiales peligrosos|material peligroso|carga peligrosa',
    phrases: ['hazmat', 'hazardous'],
    facets: ['endorsement:H', 'endorsement:X'],
  },
  {
    english: 'reefer|refer|refrigerated|temp controlled|temperature controlled',
    spanish: 'refrigerado|refrigerada|caja fria|caja refrigerada|caja refrigerado|termo',
    phrases: ['reefer', 'refrigerated', 'temp controlled', 'temperature controlled'],
    facets: ['type:reefer', 'type:refrigeratedFreight'],
  },
  {
    english: 'mixer|concrete|ready mix|readymix|cement',
    spanish: 'concreto|cemento|revolvedora|mezcladora|trompo',
    phrases: ['mixer', 'ready mix', 'concrete'],
    facets: ['type:mixer', 'type:readyMixer'],
  },
  {
    english: 'garbage|refuse|trash|waste|sanitation',
    spanish: 'basura|camion de basura|recolector',
    phrases: ['garbage', 'refuse', 'trash', 'waste'],
    facets: ['type:garbageTruck'],
  },
  {
    english: 'otr|over the road|long haul|longhaul|cross country|48 state|lower 48|all 48',
    spanish: 'larga distancia|ruta larga|viajes largos|todo el pais',
    phrases: ['otr', 'over the road', 'long haul', '48 states'],
    facets: ['home:D4', 'home:D5', 'home:D6'],
  },
  {
    english:
      'trainee|student|entry level|no experience|recent grad|recent graduate|new cdl|new grad|cdl graduate|no exp|inexperienced',
    spanish: 'sin experiencia|estudiante|principiante|recien graduado|licencia nueva',
    phrases: ['trainee', 'student', 'recent graduate', 'no experience', 'entry level'],
    facets: ['experience:CS'],
  },
  {
    english: 'owner operator|owner op|owner ops|o o|lease purchase|own truck',
    spanish: 'dueno operador|dueno|troque propio|camion propio',
    phrases: ['owner operator', 'owner op'],
    facets: ['type:ownerOperator'],
  },
  { english: 'local|short haul', spanish: 'locales|ruta local', phrases: ['local'], facets: ['home:HD', 'home:D2'] },
  {
    english: 'home daily|home every day|home every night|home nightly|home each night|day cab|daycab',
    spanish: 'casa diario|casa a diario|casa todos los dias|casa cada dia|casa todas las noches|casa cada noche|diario en casa',
    phrases: ['home daily', 'home every day'],
    facets: ['home:HD', 'home:D2'],
  },
  {
    english: 'home weekly|home every week|weekly home time',
    spanish: 'casa cada semana|casa semanal',
    phrases: ['home weekly'],
    facets: ['home:HW'],
  },
  {
    english: 'home weekend|every weekend|home every weekend|weekends off|weekend off',
    spanish: 'fin de semana|fines de semana|casa fines de semana|casa los fines de semana|fines de semana libres',
    phrases: ['home weekends', 'every weekend'],
    facets: ['home:D3'],
  },
  {
    english: 'second chance|2nd chance|fair chance|felony friendly|felony|felon|felon friendly|background friendly',
    spanish: 'segunda oportunidad|antecedentes|record criminal|con antecedentes',
    phrases: ['second chance', 'fair chance', 'felony friendly'],
    facets: ['second-chance'],
  },
  {
    english: 'double|triple|doubles triples',
    spanish: 'dobles|triples',
    phrases: ['doubles', 'triples'],
    facets: ['endorsement:T'],
  },
  {
    english: 'no touch|no touch freight|drop and hook|drop hook|drop n hook',
    spanish: 'sin tocar carga|sin descargar',
    phrases: ['no touch', 'drop and hook', 'drop hook'],
  },
  {
    english: 'flatbed|flat bed|step deck|stepdeck|conestoga',
    spanish: 'plataforma|plana|cama baja',
    phrases: ['flatbed', 'flat bed', 'step deck', 'stepdeck'],
    facets: ['type:flatBed'],
  },
  { english: 'van|dry van|dryvan|box trailer', spanish: 'caja seca|caja cerrada', phrases: ['dry van'], facets: ['type:dryVan'] },
  {
    english: 'tanker|tank truck|tank',
    spanish: 'tanque|pipa|cisterna|camion cisterna|tanquero',
    phrases: ['tanker'],
    facets: ['type:tanker', 'endorsement:N', 'endorsement:X'],
  },
  { english: 'gas hauler|fuel hauler|gasoline', spanish: 'gasolina|combustible', phrases: ['fuel', 'gasoline'] },
  { english: 'hotshot|hot shot', phrases: ['hotshot', 'hot shot'], facets: ['type:hotShot'] },
  {
    english: 'cattle|livestock|bull hauler|bull rack',
    spanish: 'ganado|vacas|transporte de ganado',
    phrases: ['cattle', 'livestock'],
    facets: ['type:livestockCarrier'],
  },
  { english: 'rolloff|roll off', phrases: ['rolloff', 'roll off'], facets: ['type:rollOff'] },
  {
    english: 'dump truck|dump|end dump|belly dump|side dump',
    spanish: 'volteo|camion de volteo|volqueta|gondola',
    phrases: ['dump'],
    facets: ['type:dumpTruck'],
  },
  {
    english: 'school bus',
    spanish: 'autobus escolar|camion escolar|bus escolar',
    phrases: ['school bus'],
    facets: ['endorsement:S'],
  },
  {
    english: 'bus|coach|motorcoach',
    spanish: 'autobus|pasajeros',
    phrases: ['bus', 'buses', 'motorcoach'],
    facets: ['type:bus', 'endorsement:P'],
  },
  {
    english: 'car hauler|car hauling|auto hauler|auto transport',
    spanish: 'nodriza|transporte de autos|madrina',
    phrases: ['car hauler', 'auto hauler', 'auto transport', 'car hauling'],
  },
  {
    english: 'intermodal|container|drayage',
    spanish: 'contenedor|contenedores|puerto',
    phrases: ['intermodal', 'container', 'drayage'],
  },
  { english: 'team|team driver', spanish: 'equipo|en equipo|pareja', phrases: ['team'] },
  { english: 'night|nights|night shift|overnight', spanish: 'noche|nocturno|turno de noche', phrases: ['night', 'overnight'] },
  { english: 'linehaul|line haul|ltl|less than truckload', phrases: ['linehaul', 'line haul', 'ltl', 'less than truckload'] },
  {
    english: 'p d|pickup and delivery|pick up and delivery|delivery',
    spanish: 'entrega|entregas|reparto',
    phrases: ['delivery', 'deliveries'],
  },
  {
    english: 'yard jockey|hostler|yard dog|spotter|yard driver|switcher',
    spanish: 'patio',
    phrases: ['yard', 'hostler', 'spotter', 'switcher'],
  },
  {
    english: 'heavy haul|oversize|oversized|lowboy|low boy|rgn',
    spanish: 'carga pesada|sobredimensionada',
    phrases: ['heavy haul', 'heavy hauling', 'oversize', 'oversized', 'lowboy', 'rgn'],
  },
  { english: 'sign on bonus|signing bonus|sign on', spanish: 'bono', phrases: ['sign on', 'signing bonus'] },
  { english: 'dedicated|dedicated route', spanish: 'dedicado|dedicada|ruta dedicada', phrases: ['dedicated'] },
  { english: 'regional', spanish: 'regionales', phrases: ['regional'] },
  { english: 'cdla', spanish: 'clase a', phrases: ['cdla'], facets: facetsOfClass('Class A') },
  { english: 'cdlb', spanish: 'clase b', phrases: ['cdlb'], facets: facetsOfClass('Class B') },
  { english: 'cdl', spanish: 'licencia comercial', phrases: ['cdl'] },
  { english: 'cdlc', spanish: 'clase c', phrases: ['cdlc'], facets: facetsOfClass('Class C') },
  { english: 'no cdl|non cdl', spanish: 'sin cdl', phrases: ['no cdl', 'non cdl'], facets: facetsOfClass('No CDL') },
];

const termsOf = ({ english, spanish = '' }: Entry): string[] => [...english.split('|'), ...spanish.split('|')].filter(Boolean);

const synonyms = new Map(entries.flatMap((entry) => termsOf(entry).map((term) => [term, entry] as const)));

/** The meaning of a term in lowercase with single spaces. */
export const findSynonym = (term: string): Synonym | undefined => synonyms.get(term);

/** Words of the trade that are neither a term above nor the label of a property. They only correct typing errors. */
const otherWords = `company driver freight load haul hauler hauling solo experience weekly daily home pay bonus benefits insurance
  route overtime terminal warehouse logistics transport trailer truck`.split(/\s+/);

/** Every word that a term contains, to correct typing errors. */
export const tradeWords: ReadonlySet<string> = new Set([
  ...[...synonyms.keys()].flatMap((term) => term.split(' ')),
  ...otherWords,
]);

/** Words that are ignored, because they do not describe a job. */
export const stopWords: ReadonlySet<string> = new Set(
  'a an and are at for from in job jobs near of on or the to with work'.split(' '),
);

/**
 * Words that most jobs contain. The index lists every job for them, so a search looks for them only in the jobs that its other
 * conditions find.
 */
export const commonWords: ReadonlySet<string> = new Set('cdl driver drivers truck trucks'.split(' '));

/** Spanish words that are ignored if a text has a Spanish word. Alone, some are states: `DE`, `LA`, `AL`. */
export const spanishStopWords: ReadonlySet<string> = new Set(
  'a al busco cerca con de del el empleo empleos en la las los necesito o para por que quiero soy trabajo trabajos un una y'.split(
    ' ',
  ),
);

const englishWords = new Set(entries.flatMap(({ english }) => english.split(/[| ]/)));

const spanishWords: ReadonlySet<string> = new Set([
  ...entries.flatMap(({ spanish = '' }) => spanish.split(/[| ]/)).filter((word) => word.length > 2 && !englishWords.has(word)),
  ...[...spanishStopWords].filter((word) => word.length > 3),
]);

export const isSpanish = (words: readonly string[]): boolean => words.some((word) => spanishWords.has(word));
