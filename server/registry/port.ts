import type { Carrier, CarrierSource } from '#shared/companies/carrier.ts';

/** A registry of motor carriers (`docs/product/companies.md#carrier-check`). Numbers are digits without leading zeros. */
export type CarrierRegistry = {
  source: CarrierSource;
  /**
   * Finds a carrier by its USDOT number. Null if there is none.
   * @throws RegistryUnavailable
   */
  findByUsdot: (usdotNumber: string) => Promise<Carrier | null>;
  /**
   * Finds the carriers with an MC number. There can be several, because brokers' and freight forwarders' numbers are of their own.
   * @throws RegistryUnavailable
   */
  findByMc: (mcNumber: string) => Promise<Carrier[]>;
};

/** The registry gave no usable answer. The message is for the log and never contains the key. */
export class RegistryUnavailable extends Error {
  override name = 'RegistryUnavailable';
}
