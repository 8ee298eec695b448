import { describe, expect, test } from 'vitest';
import { usStates } from '#shared/places/states.ts';
import { writeText } from '#shared/texts/write-text.ts';
import { zoneName } from '#shared/time-zone.ts';
import { profileZoneOf, zoneOfPlace } from './place-zone.ts';
import { parsePostalCodes, readPostalCodeFile } from './postal-code-file.ts';
import { zoneAreas } from './zone-areas.ts';

const unknown = { postalCode: null, latitude: null, longitude: null };
const listed = parsePostalCodes(readPostalCodeFile());
const byZip = new Map(listed.map((row) => [row.zip, row]));

const towns: [string, string, string, string][] = [
  ['Phenix City', 'AL', '36867', 'US/Eastern'],
  ['Lanett', 'AL', '36863', 'US/Eastern'],
  ['Opelika', 'AL', '36801', 'US/Central'],
  ['Kayenta', 'AZ', '86033', 'US/Mountain'],
  ['Window Rock', 'AZ', '86515', 'US/Mountain'],
  ['Tuba City', 'AZ', '86045', 'US/Mountain'],
  ['Second Mesa', 'AZ', '86043', 'US/Arizona'],
  ['Page', 'AZ', '86040', 'US/Arizona'],
  ['Phoenix', 'AZ', '85001', 'US/Arizona'],
  ['Yuma', 'AZ', '85364', 'US/Arizona'],
  ['Needles', 'CA', '92363', 'US/Pacific'],
  ['Panama City', 'FL', '32401', 'US/Central'],
  ['Port Saint Joe', 'FL', '32456', 'US/Eastern'],
  ['Tallahassee', 'FL', '32301', 'US/Eastern'],
  ["Coeur d'Alene", 'ID', '83814', 'US/Pacific'],
  ['Lewiston', 'ID', '83501', 'US/Pacific'],
  ['Grangeville', 'ID', '83530', 'US/Pacific'],
  ['Riggins', 'ID', '83549', 'US/Mountain'],
  ['Boise', 'ID', '83702', 'US/Mountain'],
  ['Gary', 'IN', '46402', 'US/Central'],
  ['Evansville', 'IN', '47708', 'US/Central'],
  ['Tell City', 'IN', '47586', 'US/Central'],
  ['South Bend', 'IN', '46601', 'US/Eastern'],
  ['Goodland', 'KS', '67735', 'US/Mountain'],
  ['Saint Francis', 'KS', '67756', 'US/Central'],
  ['Colby', 'KS', '67701', 'US/Central'],
  ['Bowling Green', 'KY', '42101', 'US/Central'],
  ['Leitchfield', 'KY', '42754', 'US/Central'],
  ['Elizabethtown', 'KY', '42701', 'US/Eastern'],
  ['Monticello', 'KY', '42633', 'US/Eastern'],
  ['Iron Mountain', 'MI', '49801', 'US/Central'],
  ['Menominee', 'MI', '49858', 'US/Central'],
  ['Escanaba', 'MI', '49829', 'US/Eastern'],
  ['Dickinson', 'ND', '58601', 'US/Mountain'],
  ['Williston', 'ND', '58801', 'US/Central'],
  ['Mandan', 'ND', '58554', 'US/Central'],
  ['Sidney', 'NE', '69162', 'US/Mountain'],
  ['Scottsbluff', 'NE', '69361', 'US/Mountain'],
  ['Ogallala', 'NE', '69153', 'US/Mountain'],
  ['North Platte', 'NE', '69101', 'US/Central'],
  ['West Wendover', 'NV', '89883', 'US/Mountain'],
  ['Elko', 'NV', '89801', 'US/Pacific'],
  ['Wendover', 'UT', '84083', 'US/Mountain'],
  ['Ontario', 'OR', '97914', 'US/Mountain'],
  ['Baker City', 'OR', '97814', 'US/Pacific'],
  ['Pierre', 'SD', '57501', 'US/Central'],
  ['Mobridge', 'SD', '57601', 'US/Central'],
  ['Rapid City', 'SD', '57701', 'US/Mountain'],
  ['Tullahoma', 'TN', '37388', 'US/Central'],
  ['South Pittsburg', 'TN', '37380', 'US/Central'],
  ['Crossville', 'TN', '38555', 'US/Central'],
  ['Chattanooga', 'TN', '37402', 'US/Eastern'],
  ['El Paso', 'TX', '79936', 'US/Mountain'],
  ['Van Horn', 'TX', '79855', 'US/Central'],
  ['Laredo', 'TX', '78046', 'US/Central'],
  ['Adak', 'AK', '99546', 'US/Aleutian'],
];

describe('the zone of an address', () => {
  test.each(towns)('in %s, %s %s is %s, with the ZIP code or the position', (city, state, postalCode, zone) => {
    const row = byZip.get(postalCode);
    expect(row).toMatchObject({ city, state });
    const position = { latitude: row?.latitude ?? 0, longitude: row?.longitude ?? 0 };
    expect(zoneOfPlace({ state, postalCode: `${postalCode}-1234`, latitude: null, longitude: null })).toBe(zone);
    expect(zoneOfPlace({ state, postalCode: null, ...position })).toBe(zone);
    expect(zoneOfPlace({ state, postalCode: '00000', ...position })).toBe(zone);
  });

  test('is that of most people of its state if nothing else is known, and Central without a state', () => {
    const at = (state: string | null) => zoneOfPlace({ ...unknown, state });
    expect(['NY', 'TX', 'CO', 'AZ', 'WA', 'AK', 'HI', null, 'ZZ'].map(at)).toEqual([
      'US/Eastern',
      'US/Central',
      'US/Mountain',
      'US/Arizona',
      'US/Pacific',
      'US/Alaska',
      'US/Hawaii',
      'US/Central',
      'US/Central',
    ]);
  });

  test('ignores a ZIP code of another state', () => {
    expect(zoneOfPlace({ ...unknown, state: 'NE', postalCode: '80202' })).toBe('US/Central');
    expect(zoneOfPlace({ ...unknown, state: 'TX', postalCode: '37402' })).toBe('US/Central');
  });

  test('has a name in both languages, whatever the state', () => {
    const zones = new Set([
      ...Object.keys(usStates).map((state) => zoneOfPlace({ ...unknown, state })),
      ...zoneAreas.map(({ zone }) => zone),
    ]);
    for (const zone of zones) {
      expect(writeText(zoneName(zone), 'en')).not.toContain('/');
      expect(writeText(zoneName(zone), 'es')).not.toContain('/');
    }
  });

  test('comes from counties and ZIP codes that the list knows', () => {
    for (const { state, counties = [], zips = [] } of zoneAreas) {
      const rows = listed.filter((row) => row.state === state);
      expect(counties.filter((county) => !rows.some((row) => row.county === county))).toEqual([]);
      expect(zips.filter((zip) => byZip.get(zip) && byZip.get(zip)?.state !== state)).toEqual([]);
    }
  });

  test('becomes the nearest zone of the profile', () => {
    const profile = (state: string) => profileZoneOf({ ...unknown, state });
    expect(['NY', 'AZ', 'HI', 'TX'].map(profile)).toEqual(['US/Eastern', 'US/Mountain', 'US/Pacific', 'US/Central']);
    expect(profileZoneOf({ ...unknown, state: 'NE', postalCode: '69162' })).toBe('US/Mountain');
    expect(profileZoneOf({ ...unknown, state: 'AK', postalCode: '99546' })).toBe('US/Pacific');
  });
});
