import type { TimeZone } from '#shared/time-zone.ts';

/** Which clock people use where: by state, by county in the states with two zones, and by ZIP code where a county has two. */

const statesByZone: Readonly<Record<TimeZone, string>> = {
  'US/Eastern': 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV',
  'US/Central': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
  'US/Mountain': 'CO ID MT NM UT WY',
  'US/Arizona': 'AZ',
  'US/Pacific': 'CA NV OR WA',
  'US/Alaska': 'AK',
  'US/Hawaii': 'HI',
};

/** The zone of most people in a state. */
export const zoneByState: ReadonlyMap<string, TimeZone> = new Map(
  Object.entries(statesByZone).flatMap(([zone, states]) => states.split(' ').map((state) => [state, zone] as const)),
);

type Area = {
  state: string;
  zone: TimeZone;
  /** Whole counties, as 49 CFR part 71 lists them. */
  counties?: readonly string[];
  /** Parts of counties. Some towns near a border keep the clock of the larger town on the other side. */
  zips?: readonly string[];
};

const list = (names: string) => names.split(/,\s+/);

/** The areas with another zone than most of their state. */
export const zoneAreas: readonly Area[] = [
  // Adak and Atka, west of 169°30′ W.
  { state: 'AK', zone: 'US/Aleutian', zips: ['99546', '99547'] },
  // Phenix City, Lanett, Valley and the towns around them live by the clock of Columbus and West Point, Georgia.
  {
    state: 'AL',
    zone: 'US/Eastern',
    zips: list('36851, 36852, 36854, 36856, 36859, 36863, 36867, 36868, 36869, 36870, 36872, 36874, 36877'),
  },
  // The Navajo Nation has daylight saving time. The Hopi towns inside it do not.
  {
    state: 'AZ',
    zone: 'US/Mountain',
    zips: list(
      `86020, 86031, 86033, 86035, 86044, 86045, 86053, 86054, 86503, 86504, 86505, 86506, 86507, 86508, 86510, 86511, 86514,
      86515, 86520, 86535, 86538, 86540, 86544, 86545, 86547, 86556`,
    ),
  },
  {
    state: 'FL',
    zone: 'US/Central',
    counties: list('Bay, Calhoun, Escambia, Holmes, Jackson, Okaloosa, Santa Rosa, Walton, Washington'),
    // The north of Gulf County.
    zips: ['32449', '32465'],
  },
  {
    state: 'ID',
    zone: 'US/Pacific',
    counties: list('Benewah, Bonner, Boundary, Clearwater, Kootenai, Latah, Lewis, Nez Perce, Shoshone'),
    // Idaho County north of the Salmon River.
    zips: list('83522, 83525, 83526, 83530, 83531, 83533, 83539, 83542, 83552, 83554'),
  },
  {
    state: 'IN',
    zone: 'US/Central',
    counties: list('Gibson, Jasper, Lake, LaPorte, Newton, Perry, Porter, Posey, Spencer, Starke, Vanderburgh, Warrick'),
  },
  { state: 'KS', zone: 'US/Mountain', counties: list('Greeley, Hamilton, Sherman, Wallace') },
  {
    state: 'KY',
    zone: 'US/Central',
    counties: list(
      `Adair, Allen, Ballard, Barren, Breckinridge, Butler, Caldwell, Calloway, Carlisle, Christian, Clinton, Crittenden,
      Cumberland, Daviess, Edmonson, Fulton, Graves, Grayson, Green, Hancock, Hart, Henderson, Hickman, Hopkins, Livingston, Logan,
      Lyon, McCracken, McLean, Marshall, Metcalfe, Monroe, Muhlenberg, Ohio, Russell, Simpson, Todd, Trigg, Union, Warren, Webster`,
    ),
  },
  { state: 'MI', zone: 'US/Central', counties: list('Dickinson, Gogebic, Iron, Menominee') },
  {
    state: 'ND',
    zone: 'US/Mountain',
    counties: list('Adams, Billings, Bowman, Dunn, Golden Valley, Grant, Hettinger, Slope, Stark'),
    // The south of McKenzie County.
    zips: ['58634'],
  },
  {
    state: 'NE',
    zone: 'US/Mountain',
    counties: list(
      `Arthur, Banner, Box Butte, Chase, Cheyenne, Dawes, Deuel, Dundy, Garden, Grant, Hooker, Keith, Kimball, Morrill, Perkins,
      Scotts Bluff, Sheridan, Sioux`,
    ),
    // The west of Cherry County.
    zips: ['69211', '69218'],
  },
  // West Wendover, and the towns on the border to Idaho that live by its clock: Jackpot, Jarbidge, Mountain City and Owyhee.
  { state: 'NV', zone: 'US/Mountain', zips: ['89825', '89826', '89831', '89832', '89883'] },
  { state: 'OR', zone: 'US/Mountain', counties: ['Malheur'] },
  {
    state: 'SD',
    zone: 'US/Mountain',
    counties: list(
      `Bennett, Butte, Corson, Custer, Dewey, Fall River, Haakon, Harding, Jackson, Lawrence, Meade, Oglala Lakota County,
      Pennington, Perkins, Ziebach`,
    ),
    // Stanley County, except Fort Pierre, which lives by the clock of Pierre across the river.
    zips: ['57537'],
  },
  {
    state: 'TN',
    zone: 'US/Eastern',
    counties: list(
      `Anderson, Blount, Bradley, Campbell, Carter, Claiborne, Cocke, Grainger, Greene, Hamblen, Hamilton, Hancock, Hawkins,
      Jefferson, Johnson, Knox, Loudon, McMinn, Meigs, Monroe, Morgan, Polk, Rhea, Roane, Scott, Sevier, Sullivan, Unicoi, Union,
      Washington`,
    ),
  },
  { state: 'TX', zone: 'US/Mountain', counties: ['El Paso', 'Hudspeth'] },
];
