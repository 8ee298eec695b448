import type { Settings } from '#server/settings/env.ts';
import type { CarrierRegistry } from './port.ts';
import { qcMobileRegistry } from './qcmobile.ts';
import { simulatedRegistry } from './simulator.ts';

/**
 * The registry in the settings, or the simulator in a demo. Otherwise null, because a real company must not be shown an invented
 * answer (`docs/decisions/0048-carrier-registry.md`).
 */
export function openRegistry({ fmcsa, demo }: Pick<Settings, 'fmcsa' | 'demo'>): CarrierRegistry | null {
  if (fmcsa) return qcMobileRegistry(fmcsa);
  return demo ? simulatedRegistry() : null;
}
