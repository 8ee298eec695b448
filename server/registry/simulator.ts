import type { Carrier } from '#shared/companies/carrier.ts';
import { type CarrierRegistry, RegistryUnavailable } from './port.ts';

const names = ['Prairie Freight', 'Great Basin Logistics', 'Lone Star Freight', 'Blue Ridge Freight', 'Cascade Freight'];
const places = [
  ['OMAHA', 'NE'],
  ['RENO', 'NV'],
  ['DALLAS', 'TX'],
  ['ASHEVILLE', 'NC'],
  ['PORTLAND', 'OR'],
] as const;

/** The MC number of a simulated carrier is its USDOT number without the first digit. */
const usdotPrefix = '1';

/**
 * The registry of the demo. The last two digits of a number decide the answer (`docs/operations.md#carrier-registry`): 96 is a
 * carrier that may not operate, 97 one that is out of service, 98 no carrier, and 99 no answer. Any other number is an active
 * carrier, whose name, place and size follow from the number.
 */
export function simulatedRegistry(): CarrierRegistry {
  const find = async (usdotNumber: string): Promise<Carrier | null> => {
    const ending = usdotNumber.padStart(2, '0').slice(-2);
    if (ending === '99') throw new RegistryUnavailable('The simulated registry does not answer this number');
    if (ending === '98') return null;
    const index = Number(usdotNumber) % names.length;
    const [city, state] = places[index] ?? places[0];
    const powerUnits = 5 + (Number(usdotNumber) % 240);
    return {
      usdotNumber,
      legalName: `${names[index]?.toUpperCase()} LLC`,
      dbaName: null,
      city,
      state,
      isAllowedToOperate: ending !== '96',
      isOutOfService: ending === '97',
      powerUnits,
      drivers: powerUnits + 3,
    };
  };
  const findByMc = async (mcNumber: string) =>
    [await find(usdotPrefix + mcNumber.padStart(6, '0'))].filter((one) => one !== null);
  return { source: 'simulator', findByUsdot: find, findByMc };
}
