/** A metropolitan area or region by the names that drivers use. */
export type Metro = {
  /** The name that pages show: `Dallas–Fort Worth, TX`. */
  name: string;
  /** The state of its first city. */
  state: string;
  /** The cities whose middle is its center. */
  cities: readonly string[];
};

const metro = (name: string, state: string, cities: string[], aliases: string): [Metro, string[]] => [
  { name: name.includes(',') ? name : `${name}, ${state}`, state, cities },
  aliases.split('|'),
];

/** Short forms of single cities have the city's own name. Aliases are in lowercase, without periods, with single spaces. */
export const metros: readonly [Metro, string[]][] = [
  metro('Dallas–Fort Worth', 'TX', ['Dallas', 'Fort Worth'], 'dfw|dallas fort worth|dallas ft worth|metroplex|dfw metroplex'),
  metro('Chicago', 'IL', ['Chicago'], 'chicagoland|chicago land|chi town|chitown|ord'),
  metro('New York City, NY', 'NY', ['New York'], 'nyc|big apple|jfk'),
  metro('Los Angeles', 'CA', ['Los Angeles'], 'la|lax|l a|la county'),
  metro('Inland Empire', 'CA', ['Riverside', 'San Bernardino'], 'inland empire|ie'),
  metro('San Francisco Bay Area', 'CA', ['San Francisco', 'Oakland', 'San Jose'], 'bay area|sf bay area|silicon valley'),
  metro('San Francisco', 'CA', ['San Francisco'], 'sf|sfo|frisco ca|san fran'),
  metro('Southern California', 'CA', ['Los Angeles', 'San Diego', 'Riverside'], 'socal|so cal|southern california'),
  metro('Northern California', 'CA', ['Sacramento', 'San Francisco', 'Redding'], 'norcal|nor cal|northern california'),
  metro('Central Valley', 'CA', ['Fresno', 'Modesto', 'Bakersfield'], 'central valley|san joaquin valley'),
  metro('Sacramento', 'CA', ['Sacramento'], 'sac|sac town|smf'),
  metro('Atlanta', 'GA', ['Atlanta'], 'atl|metro atlanta|hotlanta'),
  metro(
    'Minneapolis–Saint Paul',
    'MN',
    ['Minneapolis', 'Saint Paul'],
    'twin cities|msp|minneapolis st paul|minneapolis saint paul',
  ),
  metro('Kansas City', 'MO', ['Kansas City'], 'kc|kcmo|mci'),
  metro('Kansas City', 'KS', ['Kansas City'], 'kck'),
  metro('Saint Louis', 'MO', ['Saint Louis'], 'stl|st louie'),
  metro('Philadelphia', 'PA', ['Philadelphia'], 'philly|phl|phila'),
  metro('Washington', 'DC', ['Washington'], 'dmv|dc|washington dc|dulles'),
  metro('Hampton Roads', 'VA', ['Norfolk', 'Virginia Beach', 'Hampton'], 'hampton roads|tidewater'),
  metro('Research Triangle', 'NC', ['Raleigh', 'Durham'], 'research triangle|raleigh durham|rdu'),
  metro('Piedmont Triad', 'NC', ['Greensboro', 'Winston-Salem', 'High Point'], 'piedmont triad|triad nc'),
  metro('Charlotte', 'NC', ['Charlotte'], 'clt'),
  metro('Houston', 'TX', ['Houston'], 'h town|htx|iah'),
  metro('San Antonio', 'TX', ['San Antonio'], 'san antone|satx'),
  metro('Rio Grande Valley', 'TX', ['McAllen', 'Harlingen', 'Brownsville'], 'rgv|rio grande valley'),
  metro('Permian Basin', 'TX', ['Midland', 'Odessa'], 'permian basin|permian|midland odessa'),
  metro('Corpus Christi', 'TX', ['Corpus Christi'], 'corpus'),
  metro('Phoenix', 'AZ', ['Phoenix'], 'phx|valley of the sun'),
  metro('Las Vegas', 'NV', ['Las Vegas'], 'vegas'),
  metro('Salt Lake City', 'UT', ['Salt Lake City'], 'slc|wasatch front'),
  metro('Denver', 'CO', ['Denver'], 'mile high city|front range'),
  metro('Seattle–Tacoma', 'WA', ['Seattle', 'Tacoma'], 'sea tac|seatac|puget sound'),
  metro('Portland', 'OR', ['Portland'], 'pdx'),
  metro('Tri-Cities', 'WA', ['Kennewick', 'Pasco', 'Richland'], 'tri cities|tri cities wa'),
  metro('Indianapolis', 'IN', ['Indianapolis'], 'indy'),
  metro('Detroit', 'MI', ['Detroit'], 'motor city|dtw|motown|metro detroit'),
  metro('Cleveland', 'OH', ['Cleveland'], 'cle|northeast ohio'),
  metro('Cincinnati', 'OH', ['Cincinnati'], 'cincy|cvg'),
  metro('Columbus', 'OH', ['Columbus'], 'cbus'),
  metro('Quad Cities', 'IA', ['Davenport', 'Bettendorf'], 'quad cities|qc'),
  metro('Pittsburgh', 'PA', ['Pittsburgh'], 'steel city'),
  metro('Lehigh Valley', 'PA', ['Allentown', 'Bethlehem', 'Easton'], 'lehigh valley'),
  metro('Northern New Jersey', 'NJ', ['Newark', 'Elizabeth', 'Paterson'], 'north jersey|northern new jersey|nj meadowlands'),
  metro('South Jersey', 'NJ', ['Camden', 'Vineland'], 'south jersey|southern new jersey'),
  metro('Baltimore', 'MD', ['Baltimore'], 'bmore'),
  metro('Miami', 'FL', ['Miami', 'Fort Lauderdale'], 'south florida|miami dade|south fl|mia'),
  metro('Tampa Bay', 'FL', ['Tampa', 'Saint Petersburg'], 'tampa bay|tampa st pete'),
  metro('Central Florida', 'FL', ['Orlando', 'Lakeland'], 'central florida|i 4 corridor'),
  metro('Jacksonville', 'FL', ['Jacksonville'], 'jax|duval'),
  metro('Saint Petersburg', 'FL', ['Saint Petersburg'], 'st pete|saint pete'),
  metro('New Orleans', 'LA', ['New Orleans'], 'nola'),
  metro('Nashville', 'TN', ['Nashville'], 'music city|bna'),
  metro('Memphis', 'TN', ['Memphis'], 'mem'),
  metro('Louisville', 'KY', ['Louisville'], 'sdf|kentuckiana'),
  metro('Oklahoma City', 'OK', ['Oklahoma City'], 'okc|ok city|oke city'),
  metro('Albuquerque', 'NM', ['Albuquerque'], 'abq|burque'),
  metro(
    'Northwest Arkansas',
    'AR',
    ['Fayetteville', 'Springdale', 'Rogers', 'Bentonville'],
    'northwest arkansas|nwa|nw arkansas',
  ),
  metro('Birmingham', 'AL', ['Birmingham'], 'bham'),
  metro(
    'Upstate South Carolina',
    'SC',
    ['Greenville', 'Spartanburg'],
    'upstate south carolina|upstate sc|greenville spartanburg',
  ),
  metro('Omaha', 'NE', ['Omaha'], 'oma'),
  metro('Milwaukee', 'WI', ['Milwaukee'], 'mke'),
  metro('Boston', 'MA', ['Boston'], 'bos|beantown'),
  metro('Long Island', 'NY', ['Hempstead', 'Hicksville', 'Islip'], 'long island'),
];

const byAlias = new Map(
  metros.flatMap(([area, aliases]) => [toAlias(area.name.replace(/,.*/, '')), ...aliases].map((alias) => [alias, area] as const)),
);

/** `Dallas–Ft. Worth` → `dallas ft worth`. */
function toAlias(text: string): string {
  const words = text
    .toLowerCase()
    .replaceAll('.', '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
  return words.replace(/^(?:the|greater) /, '');
}

/** A metropolitan area by one of its names. A single city's own name is not one, because the index of places knows it. */
export function findMetro(text: string): Metro | null {
  const alias = toAlias(text);
  const area = byAlias.get(alias) ?? byAlias.get(alias.replace(/ (?:metro|area|metro area)$/, '')) ?? null;
  return area?.cities.length === 1 && toAlias(area.cities[0] ?? '') === alias ? null : area;
}

/** The areas with a name that is the text or, for texts of three letters and more, begins with it. */
export function findMetrosByPrefix(text: string): Metro[] {
  const start = toAlias(text);
  const matches = [...byAlias].filter(([alias]) => alias === start || (start.length > 2 && alias.startsWith(start)));
  return [...new Set(matches.map(([, area]) => area))];
}
