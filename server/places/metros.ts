import { editDistance } from '#shared/edit-distance.ts';
import { foldText } from '#shared/fold-text.ts';
import { stateCode } from '#shared/places/states.ts';

/** A metropolitan area or region by the names that drivers use. */
export type Metro = {
  /** The name that pages show: `Dallas–Fort Worth, TX`. */
  name: string;
  /** The states of the area. That of its cities comes first. */
  states: readonly [string, ...string[]];
  /** The cities whose middle is its center. All are in the first state. */
  cities: readonly string[];
};

/** The states are separated by spaces. */
const metro = (name: string, stateList: string, cities: string[], aliases: string): [Metro, string[]] => {
  const [state = '', ...otherStates] = stateList.split(' ');
  return [
    { name: name.includes(',') ? name : `${name}, ${state}`, states: [state, ...otherStates], cities },
    aliases.split('|').filter(Boolean),
  ];
};

/** A single city that drivers know by other names too. */
const city = (name: string, stateList: string, aliases: string) => metro(name, stateList, [name], aliases);

/** Short forms of single cities have the city's own name. Aliases are in lowercase, without periods, with single spaces. */
export const metros: readonly [Metro, string[]][] = [
  metro(
    'Dallas–Fort Worth',
    'TX',
    ['Dallas', 'Fort Worth'],
    'dfw|d fw|dallas fort worth|dallas ft worth|fort worth dallas|ft worth dallas|metroplex|dfw metroplex|dal',
  ),
  metro('North Texas', 'TX', ['Dallas', 'Fort Worth', 'Denton'], 'north texas|n texas|north tx'),
  metro('West Texas', 'TX', ['Midland', 'Lubbock', 'Abilene'], 'west texas|w texas|west tx'),
  metro('East Texas', 'TX', ['Tyler', 'Longview'], 'east texas|e texas|east tx'),
  metro('South Texas', 'TX', ['Corpus Christi', 'Laredo', 'McAllen'], 'south texas|s texas|south tx'),
  metro('Central Texas', 'TX', ['Austin', 'Waco', 'Temple'], 'central texas|central tx|hill country'),
  metro('Golden Triangle', 'TX', ['Beaumont', 'Port Arthur'], 'golden triangle'),
  metro('Texas Panhandle', 'TX', ['Amarillo'], 'texas panhandle|tx panhandle'),
  city('Houston', 'TX', 'h town|htown|htx|iah|space city|bayou city|port of houston'),
  city('Austin', 'TX', 'atx|aus'),
  city('San Antonio', 'TX', 'san antone|satx|san anto'),
  city('El Paso', 'TX', 'elp|ep tx|el chuco'),
  metro('Rio Grande Valley', 'TX', ['McAllen', 'Harlingen', 'Brownsville'], 'rgv|rio grande valley|valle del rio grande'),
  metro('Permian Basin', 'TX NM', ['Midland', 'Odessa'], 'permian basin|permian|midland odessa'),
  city('Corpus Christi', 'TX', 'corpus|corpus christy'),
  city('Chicago', 'IL IN WI', 'chicagoland|chicago land|chi town|chitown|chi|ord|ohare|o hare|windy city'),
  metro('Northwest Indiana', 'IN', ['Gary', 'Hammond'], 'northwest indiana|nwi|nw indiana|da region'),
  metro('Metro East', 'IL', ['Belleville', 'East Saint Louis'], 'metro east'),
  metro('New York City, NY', 'NY NJ CT', ['New York'], 'nyc|big apple|jfk|manhattan|new york metro|nueva york|la gran manzana'),
  metro('The Bronx', 'NY', ['Bronx'], 'bronx|hunts point'),
  metro('Queens', 'NY', ['Flushing', 'Jamaica'], 'queens|lga'),
  metro('Long Island', 'NY', ['Hempstead', 'Hicksville', 'Islip'], 'long island'),
  metro('Hudson Valley', 'NY', ['Poughkeepsie', 'Newburgh', 'Kingston'], 'hudson valley'),
  metro('Capital District', 'NY', ['Albany', 'Schenectady', 'Troy'], 'capital district|capital region'),
  metro('Western New York', 'NY', ['Buffalo', 'Niagara Falls'], 'western new york|wny|western ny'),
  metro('Upstate New York', 'NY', ['Albany', 'Syracuse', 'Rochester'], 'upstate new york|upstate ny'),
  city('Buffalo', 'NY', 'buf|queen city of the lakes'),
  metro(
    'Northern New Jersey',
    'NJ',
    ['Newark', 'Elizabeth', 'Paterson'],
    'north jersey|n jersey|northern new jersey|northern nj|north nj|nj meadowlands|meadowlands|jersey|nueva jersey',
  ),
  metro(
    'Port Newark–Elizabeth',
    'NJ',
    ['Newark', 'Elizabeth'],
    'port newark|port elizabeth|port of newark|port of new york|ewr|puerto de newark',
  ),
  metro('Central Jersey', 'NJ', ['Edison', 'New Brunswick', 'Trenton'], 'central jersey|central nj|central new jersey'),
  metro('South Jersey', 'NJ', ['Camden', 'Vineland'], 'south jersey|southern new jersey|southern nj|south nj'),
  city('Philadelphia', 'PA NJ DE', 'philly|phl|phila|delaware valley|filadelfia|city of brotherly love'),
  city('Pittsburgh', 'PA', 'steel city|pitt'),
  metro('Lehigh Valley', 'PA', ['Allentown', 'Bethlehem', 'Easton'], 'lehigh valley'),
  metro('Wilkes-Barre–Scranton', 'PA', ['Scranton', 'Wilkes-Barre'], 'nepa|wilkes barre scranton|scranton wilkes barre'),
  metro('Central Pennsylvania', 'PA', ['Harrisburg', 'Carlisle', 'York'], 'central pennsylvania|central pa|south central pa'),
  city('Boston', 'MA NH', 'bos|beantown|bean town|metro boston'),
  metro('New England', 'MA CT RI NH VT ME', ['Boston', 'Worcester', 'Springfield'], 'new england|nueva inglaterra'),
  city('Baltimore', 'MD', 'bmore|b more|charm city|bwi|port of baltimore'),
  city('Washington', 'DC MD VA', 'dmv|dc|washington dc|dulles|iad|dca|dc metro|dc area|the dmv'),
  metro('Northern Virginia', 'VA', ['Manassas', 'Fairfax', 'Alexandria'], 'northern virginia|nova|nova va'),
  city('Richmond', 'VA', 'rva|ric'),
  metro('Hampton Roads', 'VA', ['Norfolk', 'Virginia Beach', 'Hampton'], 'hampton roads|tidewater|norfolk virginia beach|orf'),
  metro('Delmarva', 'MD DE VA', ['Salisbury'], 'delmarva|eastern shore'),
  metro('Research Triangle', 'NC', ['Raleigh', 'Durham'], 'research triangle|raleigh durham|rdu|triangle nc|rtp'),
  metro('Piedmont Triad', 'NC', ['Greensboro', 'Winston-Salem', 'High Point'], 'piedmont triad|triad nc|triad|gso'),
  city('Charlotte', 'NC SC', 'clt|queen city|qc nc|charlotte metro'),
  metro(
    'Upstate South Carolina',
    'SC',
    ['Greenville', 'Spartanburg'],
    'upstate south carolina|upstate sc|greenville spartanburg|gsp',
  ),
  metro('Lowcountry', 'SC', ['Charleston', 'Summerville'], 'lowcountry|low country|chs|port of charleston|chucktown'),
  metro('Midlands', 'SC', ['Columbia'], 'midlands sc|midlands|soda city'),
  city('Atlanta', 'GA', 'atl|metro atlanta|hotlanta'),
  city('Savannah', 'GA SC', 'port of savannah|garden city ga'),
  metro(
    'South Florida',
    'FL',
    ['Miami', 'Fort Lauderdale'],
    'south florida|miami dade|south fl|s florida|mia|so flo|soflo|so fla|sur de florida|sur de la florida|miami fort lauderdale|port of miami',
  ),
  city('Fort Lauderdale', 'FL', 'fll|ft laud|lauderdale|broward'),
  metro('Palm Beach', 'FL', ['West Palm Beach', 'Boca Raton'], 'palm beach county|palm beaches|pbi'),
  metro('Southwest Florida', 'FL', ['Fort Myers', 'Naples', 'Cape Coral'], 'southwest florida|swfl|sw florida|rsw'),
  metro(
    'Tampa Bay',
    'FL',
    ['Tampa', 'Saint Petersburg'],
    'tampa bay|tampa st pete|tampa st petersburg|tampa saint petersburg|tpa|bahia de tampa',
  ),
  metro('Central Florida', 'FL', ['Orlando', 'Lakeland'], 'central florida|central fl|i 4 corridor|mco|florida central'),
  city('Orlando', 'FL', 'o town|otown fl'),
  metro('Space Coast', 'FL', ['Melbourne', 'Titusville'], 'space coast|brevard county'),
  metro('Treasure Coast', 'FL', ['Fort Pierce', 'Port Saint Lucie'], 'treasure coast'),
  city('Jacksonville', 'FL GA', 'jax|duval|north florida|northeast florida|jacksonville metro'),
  metro('Florida Panhandle', 'FL', ['Pensacola', 'Panama City', 'Tallahassee'], 'florida panhandle|fl panhandle'),
  city('Saint Petersburg', 'FL', 'st pete|saint pete|st petersburg'),
  city('New Orleans', 'LA', 'nola|big easy|msy|n orleans|nawlins|nueva orleans|crescent city'),
  metro('Baton Rouge', 'LA', ['Baton Rouge'], 'btr|red stick'),
  metro('Gulf Coast', 'MS AL LA', ['Gulfport', 'Biloxi'], 'gulf coast|mississippi gulf coast'),
  city('Nashville', 'TN', 'music city|bna|nashvegas|middle tennessee|middle tn'),
  city('Memphis', 'TN MS AR', 'mem|bluff city|mid south|west tennessee|west tn'),
  city('Chattanooga', 'TN GA', 'chatt|nooga'),
  city('Knoxville', 'TN', 'knox|k town|tys|knoxvegas|east tennessee|east tn'),
  metro('Tri-Cities', 'TN VA', ['Johnson City', 'Kingsport', 'Bristol'], 'tri cities tn|tri cities tennessee'),
  city('Louisville', 'KY IN', 'sdf|kentuckiana|derby city'),
  city('Lexington', 'KY', 'lex'),
  metro('Northern Kentucky', 'KY', ['Florence', 'Covington'], 'northern kentucky|nky|n kentucky'),
  city('Birmingham', 'AL', 'bham|b ham|magic city'),
  city('Huntsville', 'AL', 'rocket city|north alabama|hsv'),
  metro(
    'Northwest Arkansas',
    'AR',
    ['Fayetteville', 'Springdale', 'Rogers', 'Bentonville'],
    'northwest arkansas|nwa|nw arkansas|nw ark',
  ),
  city('Little Rock', 'AR', 'lr|lrk|central arkansas'),
  city('Oklahoma City', 'OK', 'okc|ok city|oke city|okla city'),
  city('Tulsa', 'OK', 't town|ttown|tul|green country'),
  city('Kansas City', 'MO KS', 'kc|kcmo|mci|kansas city metro|kc metro'),
  city('Kansas City', 'KS', 'kck|kcks'),
  city('Wichita', 'KS', 'ict'),
  city('Saint Louis', 'MO IL', 'stl|st louie|gateway city|saint louie'),
  city('Springfield', 'MO', 'sgf|southwest missouri|ozarks'),
  city('Omaha', 'NE IA', 'oma|council bluffs omaha|omaha council bluffs'),
  city('Des Moines', 'IA', 'dsm|desmoines'),
  metro('Quad Cities', 'IA IL', ['Davenport', 'Bettendorf'], 'quad cities|qc|qca|quad city'),
  city('Cedar Rapids', 'IA', 'cedar rapids iowa city|crandic'),
  metro('Siouxland', 'IA NE SD', ['Sioux City'], 'siouxland'),
  metro(
    'Minneapolis–Saint Paul',
    'MN WI',
    ['Minneapolis', 'Saint Paul'],
    'twin cities|twin city|msp|mpls|minneapolis st paul|minneapolis saint paul|mpls st paul|st paul minneapolis',
  ),
  metro('Twin Ports', 'MN WI', ['Duluth'], 'twin ports'),
  metro('Fargo–Moorhead', 'ND MN', ['Fargo'], 'fargo moorhead'),
  metro('Bakken', 'ND MT', ['Williston', 'Dickinson'], 'bakken|the bakken'),
  metro('Black Hills', 'SD', ['Rapid City'], 'black hills'),
  city('Milwaukee', 'WI', 'mke|brew city|cream city|southeast wisconsin'),
  metro('Fox Valley', 'WI', ['Appleton', 'Oshkosh'], 'fox valley|fox cities'),
  city('Detroit', 'MI', 'motor city|dtw|motown|metro detroit|southeast michigan|se michigan'),
  city('Grand Rapids', 'MI', 'gr mi|grr|west michigan'),
  metro('Tri-Cities', 'MI', ['Saginaw', 'Bay City', 'Midland'], 'tri cities mi|tri cities michigan'),
  city('Indianapolis', 'IN', 'indy|naptown|circle city|central indiana'),
  city('Fort Wayne', 'IN', 'fwa|ft wayne'),
  metro('Michiana', 'IN MI', ['South Bend', 'Elkhart'], 'michiana'),
  city('Cleveland', 'OH', 'cle|northeast ohio|ne ohio'),
  city('Cincinnati', 'OH KY IN', 'cincy|cinci|cvg|cincinatti'),
  city('Columbus', 'OH', 'cbus|c bus|columbus metro|central ohio|cmh'),
  city('Toledo', 'OH', 'tol|glass city|northwest ohio'),
  metro('Mahoning Valley', 'OH', ['Youngstown', 'Warren'], 'mahoning valley'),
  metro('Miami Valley', 'OH', ['Dayton'], 'miami valley'),
  city('Denver', 'CO', 'mile high city|mile high|front range|denver metro'),
  city('Colorado Springs', 'CO', 'c springs|the springs|co springs'),
  metro('Western Slope', 'CO', ['Grand Junction'], 'western slope'),
  city('Salt Lake City', 'UT', 'slc|wasatch front|salt lake|slc utah'),
  city('Albuquerque', 'NM', 'abq|burque'),
  city('Phoenix', 'AZ', 'phx|valley of the sun|phoenix metro|metro phoenix|el valle del sol'),
  city('Tucson', 'AZ', 'tus|old pueblo'),
  city('Las Vegas', 'NV', 'vegas|lv|lvnv|sin city|southern nevada'),
  city('Reno', 'NV', 'reno sparks|biggest little city|northern nevada'),
  metro('Treasure Valley', 'ID', ['Boise', 'Nampa'], 'treasure valley|boi'),
  city('Spokane', 'WA ID', 'geg|inland northwest|spokane coeur d alene'),
  metro(
    'Seattle–Tacoma',
    'WA',
    ['Seattle', 'Tacoma'],
    'sea tac|seatac|puget sound|seattle tacoma|emerald city|western washington',
  ),
  metro('Tri-Cities', 'WA', ['Kennewick', 'Pasco', 'Richland'], 'tri cities|tri cities wa|tri cities washington'),
  city('Portland', 'OR WA', 'pdx|rose city|stumptown|portland metro'),
  metro('Willamette Valley', 'OR', ['Salem', 'Eugene'], 'willamette valley'),
  metro('Pacific Northwest', 'WA OR', ['Seattle', 'Tacoma', 'Vancouver'], 'pacific northwest|pnw'),
  city('Los Angeles', 'CA', 'la|lax|l a|la county|los angeles county|city of angels|south la|la metro|los angeles metro'),
  metro(
    'Ports of Los Angeles and Long Beach',
    'CA',
    ['Long Beach', 'San Pedro'],
    'port of la|port of los angeles|port of long beach|ports of la|lbc|la ports|puerto de los angeles|puerto de long beach',
  ),
  metro('Orange County', 'CA', ['Anaheim', 'Santa Ana', 'Irvine'], 'oc|orange county|orange county ca|the oc'),
  metro('San Fernando Valley', 'CA', ['Van Nuys', 'Northridge'], 'sfv|san fernando valley|valle de san fernando'),
  metro('San Gabriel Valley', 'CA', ['El Monte', 'West Covina'], 'sgv|san gabriel valley'),
  metro('South Bay', 'CA', ['Torrance', 'Carson'], 'south bay'),
  metro('Inland Empire', 'CA', ['Riverside', 'San Bernardino'], 'inland empire|ie|i e|riverside san bernardino|imperio interior'),
  metro('High Desert', 'CA', ['Victorville', 'Hesperia'], 'high desert|victor valley'),
  metro('Antelope Valley', 'CA', ['Lancaster', 'Palmdale'], 'antelope valley'),
  metro('Coachella Valley', 'CA', ['Palm Springs', 'Indio'], 'coachella valley'),
  metro('Imperial Valley', 'CA', ['El Centro'], 'imperial valley'),
  city('San Diego', 'CA', 'sd ca|san diego county|sandiego'),
  metro(
    'Southern California',
    'CA',
    ['Los Angeles', 'San Diego', 'Riverside'],
    'socal|so cal|southern california|southern cal|southern ca|south california|sur de california',
  ),
  metro(
    'Northern California',
    'CA',
    ['Sacramento', 'San Francisco', 'Redding'],
    'norcal|nor cal|northern california|northern cal|northern ca|north california|norte de california',
  ),
  metro(
    'Central Valley',
    'CA',
    ['Fresno', 'Modesto', 'Bakersfield'],
    'central valley|san joaquin valley|central california|central cali|valle central',
  ),
  metro('Central Coast', 'CA', ['Salinas', 'San Luis Obispo', 'Santa Maria'], 'central coast|central coast ca'),
  metro(
    'San Francisco Bay Area',
    'CA',
    ['San Francisco', 'Oakland', 'San Jose'],
    'bay area|sf bay area|sf bay|silicon valley|the bay|area de la bahia|bahia de san francisco',
  ),
  metro('East Bay', 'CA', ['Oakland', 'Hayward', 'Concord'], 'east bay|port of oakland'),
  city('San Francisco', 'CA', 'sf|sfo|frisco ca|san fran|sanfran'),
  city('Sacramento', 'CA', 'sac|sac town|sactown|smf|sacramento metro'),
  city('Bakersfield', 'CA', 'bako'),
];

const byAlias = new Map(
  metros.flatMap(([area, aliases]) => [toAlias(area.name.replace(/,.*/, '')), ...aliases].map((alias) => [alias, area] as const)),
);

/** `Dallas–Ft. Worth` → `dallas ft worth`. */
function toAlias(text: string): string {
  return foldText(text)
    .replaceAll(/[.'’]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/**
 * An area by one of its names, also with "the" or "greater" before and "metro" or "area" after it. A single city's own name is not
 * one, because the index of places knows it.
 */
function areaByAlias(alias: string): Metro | null {
  const withoutArticle = alias.replace(/^(?:the|greater) /, '');
  const names = [alias, withoutArticle, withoutArticle.replace(/ (?:metro|area|metro area)$/, '')];
  const area = names.map((name) => byAlias.get(name)).find(Boolean) ?? null;
  return area?.cities.length === 1 && toAlias(area.cities[0] ?? '') === alias ? null : area;
}

/** A metropolitan area by one of its names, also with one of its states after it: `DFW`, `Quad Cities, IL`, `inland empire ca`. */
export function findMetro(text: string): Metro | null {
  const alias = toAlias(text);
  return areaByAlias(alias) ?? areaInState(alias);
}

/** Tries each number of words at the end as the state. */
function areaInState(alias: string): Metro | null {
  const words = alias.split(' ');
  for (const size of [1, 2]) {
    const code = words.length > size ? stateCode(words.slice(-size).join(' ')) : null;
    const area = code ? areaByAlias(words.slice(0, -size).join(' ')) : null;
    if (code && area?.states.includes(code)) return area;
  }
  return null;
}

/** Shorter names with a typing error could be something else. */
const minMisspelledLength = 6;
const minLengthWithTwoErrors = 10;

/** The area whose name differs from the text only by typing errors, and how many: `inland empre`. */
export function findMisspelledMetro(text: string): { area: Metro; errors: number } | null {
  const alias = toAlias(text);
  if (alias.length < minMisspelledLength) return null;
  const maxErrors = alias.length < minLengthWithTwoErrors ? 1 : 2;
  const [closest] = [...byAlias]
    .filter(([name]) => name.length >= minMisspelledLength && Math.abs(name.length - alias.length) <= maxErrors)
    .map(([name, area]) => ({ area, errors: editDistance(alias, name) }))
    .toSorted((a, b) => a.errors - b.errors);
  return closest && closest.errors <= maxErrors ? closest : null;
}

/** The areas with a name that is the text or, for texts of three letters and more, begins with it. */
export function findMetrosByPrefix(text: string): Metro[] {
  const start = toAlias(text).replace(/^(?:the|greater) /, '');
  const matches = [...byAlias].filter(([alias]) => alias === start || (start.length > 2 && alias.startsWith(start)));
  return [...new Set(matches.map(([, area]) => area))];
}

/** Names of areas that are also words of other meanings, so that they count only in the place field. */
const wordsThatAreNames: ReadonlySet<string> = new Set([
  'mem',
  'chi',
  'lex',
  'dal',
  'bos',
  'buf',
  'ric',
  'aus',
  'boi',
  'jersey',
  'corpus',
  'the bay',
  'mile high',
  'triad',
  'midlands',
  'indy',
]);

/** Whether the text names an area beyond doubt, also within other words. */
export const isCertainMetro = (text: string): boolean => {
  const alias = toAlias(text);
  return alias.length >= 3 && !wordsThatAreNames.has(alias) && findMetro(text) !== null;
};
