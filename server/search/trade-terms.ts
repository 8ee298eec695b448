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

/** The first term of each language is suggested while a driver types. */
export type TradeTerm = Synonym & {
  /** What drivers type, in lowercase with single spaces, separated by `|`. Accents make no difference. */
  english: string;
  spanish?: string;
};

/** The jobs that require this class and no higher one. */
const facetsOfClass = (cdlClass: RequiredCdlClass): Facet[] =>
  [cdlClass, ...jobTypesOfClass(cdlClass)].map((code) => `cdl:${code}` as const);

export const tradeTerms: readonly TradeTerm[] = [
  {
    english:
      'truck driver|truck driving|trucker|trucking|cdl driver|driver job|driving job|cdl job|truck job|18 wheeler|18 wheel|eighteen wheeler|semi|semi truck|semi driver|big rig|tractor trailer|tractor trailer driver|truck operator|hiring|now hiring|wanted|driver wanted|drivers wanted|help wanted|needed|driver needed|drivers needed|good paying|high paying|well paying|best paying|opening|openings|opportunity|career|asap|immediate hire|lane',
    spanish:
      'chofer|choferes|chofer de camion|chofer de trailer|camionero|trailero|troquero|trokero|conductor|conductores|manejar|manejo|operador|operador de camion|operador de trailer|camion|troca|troque|traila|trailer|vacante|vacantes|bien pagado|bien pagados|se busca|se solicita|se buscan|contratando|rutas|ruta|viajes',
    isIgnored: true,
  },
  {
    english: 'hazmat|haz mat|hazardous materials|hazardous material',
    spanish: 'materiales peligrosos|material peligroso|carga peligrosa',
    phrases: ['hazmat', 'hazardous'],
    facets: ['endorsement:H', 'endorsement:X'],
  },
  {
    english: 'reefer|refer|reffer|refrigerated|temp controlled|temperature controlled|cold freight|cold chain|frozen|frozen food',
    spanish:
      'refrigerado|refrigerada|refrigerados|caja fria|caja refrigerada|caja refrigerado|carga fria|carga refrigerada|termo|thermo|refri',
    phrases: ['reefer', 'refrigerated', 'temp controlled', 'temperature controlled'],
    facets: ['type:reefer', 'type:refrigeratedFreight'],
  },
  {
    english:
      'mixer|mixer truck|concrete mixer|cement mixer|concrete truck|cement truck|concrete|ready mix|readymix|redi mix|redimix|cement',
    spanish: 'concreto|cemento|revolvedora|mezcladora|mezcladora de concreto|trompo|olla|olla de concreto|premezclado|hormigon',
    phrases: ['mixer', 'ready mix', 'concrete'],
    facets: ['type:mixer', 'type:readyMixer'],
  },
  {
    english:
      'garbage|garbage truck|garbage man|trash truck|trash collector|trash collection|garbage collector|refuse|trash|waste|sanitation|recycling|recycle',
    spanish:
      'basura|camion de basura|camion de la basura|recolector|recolector de basura|recoleccion de basura|recoleccion|basurero|reciclaje',
    phrases: ['garbage', 'refuse', 'trash', 'waste'],
    facets: ['type:garbageTruck'],
  },
  {
    english: 'otr|over the road|long haul|longhaul|long distance|cross country|coast to coast|48 state|lower 48|all 48',
    spanish:
      'larga distancia|ruta larga|rutas largas|viajes largos|todo el pais|carretera|por carretera|costa a costa|48 estados|interestatal',
    phrases: ['otr', 'over the road', 'long haul', '48 states'],
    facets: ['home:D4', 'home:D5', 'home:D6'],
  },
  {
    english:
      'trainee|student|entry level|no experience|recent grad|recent graduate|new cdl|new grad|cdl graduate|no exp|inexperienced|beginner|rookie|newbie|new driver|new drivers|will train|we train|training|cdl training|paid training|paid cdl training|driver training|cdl school|driving school|truck driving school|just got my cdl|got my cdl|fresh out of school|out of school|straight out of school|first year|first job|apprentice|no experience needed|no experience required|no experience necessary',
    spanish:
      'sin experiencia|estudiante|principiante|recien graduado|recien egresado|recien licenciado|licencia nueva|nuevo chofer|nuevos choferes|entrenamiento|entrenamiento pagado|con entrenamiento|te entrenamos|capacitacion|capacitacion pagada|aprendiz|novato|escuela de manejo|escuela de cdl|primer trabajo',
    phrases: ['trainee', 'student', 'recent graduate', 'no experience', 'entry level'],
    facets: ['experience:CS'],
  },
  {
    english:
      'owner operator|owner op|owner ops|owner opperator|owner operater|o o|o op|lease purchase|lease operator|lease op|lease on|lease to own|own truck|my own truck|independent contractor|1099|percentage of load|percent of load',
    spanish:
      'dueño operador|dueno|dueno de camion|dueno de troque|dueno de troca|dueno y operador|troque propio|troca propia|camion propio|con camion propio|mi propio camion|propio camion|independiente|porcentaje',
    phrases: ['owner operator', 'owner op'],
    facets: ['type:ownerOperator'],
  },
  {
    english: 'local|short haul|around town|in town',
    spanish: 'locales|ruta local|rutas locales|local en la ciudad',
    phrases: ['local'],
    facets: ['home:HD', 'home:D2'],
  },
  {
    english:
      'home daily|home every day|home every night|home nightly|home each night|home at night|every night at home|every night home|sleep at home|in your own bed|day cab|daycab',
    spanish:
      'casa diario|casa a diario|casa todos los dias|casa cada dia|casa todas las noches|casa cada noche|diario en casa|regreso a casa diario|todas las noches en casa|dormir en casa|casa por las noches|diario a casa',
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
    english: 'home weekend|home on weekend|every weekend|home every weekend|weekends off|weekend off',
    spanish:
      'fin de semana|fines de semana|casa fines de semana|casa los fines de semana|fines de semana libres|fines de semana en casa',
    phrases: ['home weekends', 'every weekend'],
    facets: ['home:D3'],
  },
  {
    english:
      'second chance|2nd chance|fair chance|felony friendly|felony ok|felony|felonies|felon|felon friendly|background friendly|bad background|criminal record|criminal background|ex con|ex con friendly|ex felon|ex offender|ex offenders|reentry|re entry',
    spanish:
      'segunda oportunidad|segunda chance|antecedentes|antecedentes penales|record criminal|con antecedentes|con record|felonia|felonias',
    phrases: ['second chance', 'fair chance', 'felony friendly'],
    facets: ['second-chance'],
  },
  {
    english:
      'double|triple|doubles triples|doubles and triples|dbl|dbls|dbl trpl|dbls trpls|dbls and trpls|trpls|twin trailers|pups|lcv|wiggle wagon',
    spanish: 'dobles|triples|doble remolque|doble caja|doble traila|dobles y triples',
    phrases: ['doubles', 'triples'],
    facets: ['endorsement:T'],
  },
  {
    english: 'no touch|no touch freight|no unloading|drop and hook|drop hook|drop n hook',
    spanish: 'sin tocar carga|sin tocar la carga|sin tocar|sin cargar|sin descargar|sin cargar ni descargar|no se toca la carga',
    phrases: ['no touch', 'drop and hook', 'drop hook'],
  },
  {
    english: 'flatbed|flat bed|flatbedder|step deck|stepdeck|conestoga|skateboard|tarping',
    spanish: 'plataforma|plataformas|plana|planas|plancha|planchon|flatbed con lonas',
    phrases: ['flatbed', 'flat bed', 'step deck', 'stepdeck'],
    facets: ['type:flatBed'],
  },
  {
    english: 'van|dry van|dryvan|dry freight|dry box|box trailer',
    spanish: 'caja seca|cajas secas|caja cerrada|carga seca|furgon',
    phrases: ['dry van'],
    facets: ['type:dryVan'],
  },
  {
    english: 'tanker|tanker yanker|tank truck|tank|liquid|liquid bulk',
    spanish: 'tanque|pipa|pipas|pipero|cisterna|camion cisterna|camion tanque|autotanque|tanquero|liquidos',
    phrases: ['tanker'],
    facets: ['type:tanker', 'endorsement:N', 'endorsement:X'],
  },
  {
    english: 'gas hauler|fuel hauler|fuel|fuel delivery|gasoline|diesel fuel|propane',
    spanish: 'gasolina|combustible|propano',
    phrases: ['fuel', 'gasoline', 'propane', 'refinery', 'petroleum'],
  },
  {
    english: 'chemical|chemicals|chem hauler',
    spanish: 'químico|quimicos|productos quimicos',
    phrases: ['chemical'],
  },
  {
    english: 'oilfield|oil field|oil patch|frac|frac sand|fracking|crude|crude oil|water hauler|water hauling',
    spanish: 'petróleo|petrolero|campo petrolero|campos petroleros|crudo',
    phrases: ['oilfield', 'oil field', 'frac', 'crude', 'water hauler'],
  },
  {
    english: 'hotshot|hot shot|hotshotter|hot shotter|gooseneck|expedite|expedited|expediter',
    spanish: 'cuello de ganso',
    phrases: ['hotshot', 'hot shot', 'gooseneck', 'expedite', 'expedited'],
    facets: ['type:hotShot'],
  },
  {
    english:
      'cattle|livestock|live stock|bull hauler|bull rack|cow hauler|cattle hauler|livestock hauler|hog|pig|hog hauler|pig hauler|poultry|chicken|horse|animal',
    spanish: 'ganado|vacas|reses|puercos|cerdos|cochinos|marranos|pollos|caballos|animales|transporte de ganado',
    phrases: ['cattle', 'livestock', 'hog', 'poultry', 'horse'],
    facets: ['type:livestockCarrier'],
  },
  {
    english: 'rolloff|roll off|dumpster|roll off dumpster|debris box',
    spanish: 'contenedor de basura|contenedores de basura',
    phrases: ['rolloff', 'roll off', 'dumpster'],
    facets: ['type:rollOff'],
  },
  {
    english:
      'dump truck|dumptruck|dumper|dump|end dump|belly dump|side dump|super dump|tri axle|gravel|sand and gravel|aggregate|dirt',
    spanish:
      'volteo|camion de volteo|camiones de volteo|volqueta|volquete|gondola|dompe|dumpe|dompes|dompero|materialista|grava|arena|arena y grava|tierra',
    phrases: ['dump', 'gravel', 'aggregate'],
    facets: ['type:dumpTruck'],
  },
  {
    english: 'school bus',
    spanish: 'autobús escolar|autobuses escolares|camion escolar|bus escolar|transporte escolar',
    phrases: ['school bus'],
    facets: ['endorsement:S'],
  },
  {
    english: 'bus|buses|coach|motorcoach|motor coach|tour bus|charter bus|city bus|transit bus|shuttle bus|passenger',
    spanish: 'autobús|autobuses|camion de pasajeros|autobus de pasajeros|transporte de pasajeros|pasajeros|guagua',
    phrases: ['bus', 'buses', 'motorcoach'],
    facets: ['type:bus', 'endorsement:P'],
  },
  {
    english: 'car hauler|car hauling|car carrier|auto hauler|auto hauling|auto transport|vehicle transport|car transport|car',
    spanish: 'nodriza|nodrizas|transporte de autos|transporte de carros|carros|autos|coches|vehiculos|madrina|madrinas',
    phrases: ['car hauler', 'auto hauler', 'auto transport', 'car hauling', 'car', 'vehicle'],
  },
  {
    english: 'intermodal|container|drayage|dray|port|chassis|railyard|rail yard',
    spanish: 'contenedor|contenedores|contenedores del puerto|puerto|puertos|acarreo',
    phrases: ['intermodal', 'container', 'drayage', 'port'],
  },
  {
    english: 'team|team driver|team driving|teams|husband and wife|husband and wife team|couple|couples|co driver',
    spanish: 'equipo|en equipo|manejo en equipo|manejar en equipo|equipos|pareja|en pareja|parejas|esposos',
    phrases: ['team'],
  },
  {
    english: 'night|nights|night shift|nightshift|night time|graveyard shift|overnight',
    spanish: 'noche|noches|de noche|por la noche|nocturno|turno de noche|turno nocturno',
    phrases: ['night', 'overnight'],
  },
  { english: 'linehaul|line haul|ltl|less than truckload', phrases: ['linehaul', 'line haul', 'ltl', 'less than truckload'] },
  {
    english: 'p d|pickup and delivery|pick up and delivery|delivery',
    spanish: 'entrega|entregas|reparto|repartidor|reparto local',
    phrases: ['delivery', 'deliveries'],
  },
  {
    english: 'parcel|package|package delivery|parcel delivery|courier|last mile|final mile|box truck|straight truck|mail',
    spanish: 'paquetería|paquetes|paquete|mensajeria|ultima milla|correo',
    phrases: ['parcel', 'package', 'courier', 'last mile', 'final mile'],
  },
  {
    english: 'food service|foodservice|food delivery|restaurant delivery|food',
    spanish: 'comida|alimentos|servicio de comida',
    phrases: ['food service', 'foodservice', 'food', 'grocery'],
  },
  { english: 'grocery|groceries', spanish: 'abarrotes|supermercado', phrases: ['grocery', 'groceries'] },
  { english: 'produce', spanish: 'verduras|frutas|productos agricolas', phrases: ['produce'] },
  { english: 'beverage|beer|soda|drinks|beer delivery', spanish: 'bebidas|cerveza|refrescos', phrases: ['beverage', 'beer'] },
  { english: 'milk|milk hauler|dairy', spanish: 'leche|lechero|lacteos', phrases: ['milk', 'dairy'] },
  {
    english: 'grain|grain hauler|grain hauling|hopper|hopper bottom|farm|harvest',
    spanish: 'grano|granos|maiz|cosecha|tolva',
    phrases: ['grain', 'hopper', 'harvest'],
  },
  {
    english: 'log|log truck|log hauler|logger|logging|logging truck|timber|lumber|chip truck',
    spanish: 'troncos|trozas|madera|madera en rollo',
    phrases: ['log', 'logging', 'timber', 'lumber'],
  },
  {
    english: 'tow|tow truck|towing|tow operator|wrecker|rotator|recovery|repo',
    spanish: 'grúa|gruas|remolque de autos|arrastre',
    phrases: ['tow', 'towing', 'wrecker', 'rotator'],
  },
  { english: 'steel|coil|steel coils|steel hauler', spanish: 'acero|fierro|rollos de acero', phrases: ['steel', 'coil'] },
  {
    english: 'moving|mover|household goods|furniture',
    spanish: 'mudanza|mudanzas|muebles',
    phrases: ['moving', 'household goods', 'furniture'],
  },
  {
    english: 'yard jockey|yard goat|yard truck|jockey|hostler|yard dog|spotter|yard driver|switcher',
    spanish: 'patio|yarda|de yarda|en la yarda|patiero|movedor de trailers',
    phrases: ['yard', 'hostler', 'spotter', 'switcher'],
  },
  {
    english:
      'heavy haul|heavy hauler|heavy hauling|heavy equipment|heavy equipment hauler|heavy equipment hauling|equipment hauler|oversize|oversized|over dimensional|lowboy|low boy|lowbed|low bed|rgn',
    spanish:
      'carga pesada|equipo pesado|maquinaria pesada|maquinaria|sobredimensionada|carga sobredimensionada|cama baja|camas bajas|lowboy',
    phrases: ['heavy haul', 'heavy hauling', 'oversize', 'oversized', 'lowboy', 'rgn'],
  },
  { english: 'sign on bonus|signing bonus|sign on', spanish: 'bono', phrases: ['sign on', 'signing bonus'] },
  {
    english: 'dedicated|dedicated route|dedicated lane|dedicated account',
    spanish: 'dedicado|dedicada|ruta dedicada|rutas dedicadas',
    phrases: ['dedicated'],
  },
  { english: 'regional', spanish: 'regionales', phrases: ['regional'] },
  {
    english: 'cdla|a cdl|class a cdl|cdl class a',
    spanish: 'clase a|licencia clase a|licencia tipo a|tipo a|cdl clase a',
    phrases: ['cdla'],
    facets: facetsOfClass('Class A'),
  },
  {
    english: 'cdlb|b cdl|class b cdl|cdl class b',
    spanish: 'clase b|licencia clase b|licencia tipo b|tipo b|cdl clase b',
    phrases: ['cdlb'],
    facets: facetsOfClass('Class B'),
  },
  { english: 'cdl', spanish: 'licencia comercial', phrases: ['cdl'] },
  { english: 'cdlc', spanish: 'clase c', phrases: ['cdlc'], facets: facetsOfClass('Class C') },
  {
    english: 'no cdl|non cdl|no cdl needed|no cdl required|under cdl',
    spanish: 'sin cdl|sin licencia comercial|no cdl',
    phrases: ['no cdl', 'non cdl'],
    facets: facetsOfClass('No CDL'),
  },
];
