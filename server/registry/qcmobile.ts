import { z } from 'zod';
import { requestService } from '#server/http/outgoing.ts';
import type { Carrier } from '#shared/companies/carrier.ts';
import { type CarrierRegistry, RegistryUnavailable } from './port.ts';

export type QcMobileSettings = { url: string; webKey: string };
type Options = QcMobileSettings & { timeoutMs?: number; attempts?: number };

const count = z.coerce.number().int().min(0).nullish().catch(null);
const line = z.string().trim().max(300).nullish().catch(null);
const carrierAnswer = z.object({
  dotNumber: z.union([z.number().int(), z.string().regex(/^\d{1,8}$/)]).transform((number) => String(Number(number))),
  legalName: z.string().trim().min(1).max(300),
  dbaName: line,
  phyCity: line,
  phyState: line,
  /** `Y` or `N`: whether the carrier may operate. */
  allowedToOperate: z.string(),
  /** `A` is an active number, `I` an inactive one. */
  statusCode: z.string().nullish(),
  /** The API and its documentation name the order in different ways. */
  oosDate: z.string().nullish(),
  outOfServiceDate: z.string().nullish(),
  outOfService: z.string().nullish(),
  totalPowerUnits: count,
  totalDrivers: count,
});
const entry = z.object({ carrier: carrierAnswer.nullable() });
/**
 * One entry for a USDOT number, a list for a docket number, and null for a number that no carrier has. An answer without `content`
 * says nothing about the number.
 */
const answerSchema = z.object({ content: z.union([entry, z.array(entry), z.null()]) });

/** An answer has a few kilobytes. */
const maxBytes = 256 * 1024;

/**
 * The FMCSA's QCMobile API. The key is part of the query, so neither URLs nor the errors of the connection leave this file. A read
 * is tried again after a failure that may pass.
 */
export function qcMobileRegistry({ url, webKey, timeoutMs = 8000, attempts = 2 }: Options): CarrierRegistry {
  const base = `${url.replace(/\/$/, '')}/qc/services/carriers`;
  const read = async (path: string): Promise<Carrier[]> => {
    for (let attempt = 1; ; attempt += 1) {
      const response = await requestService(`${base}/${path}?webKey=${encodeURIComponent(webKey)}`, {
        service: url,
        headers: { accept: 'application/json' },
        timeoutMs,
        maxBytes,
      }).catch(() => null);
      const mayPass = response === null || response.status >= 500;
      if (mayPass && attempt < attempts) continue;
      if (response === null) throw new RegistryUnavailable('The carrier registry cannot be reached or did not answer in time');
      if (!response.ok) throw new RegistryUnavailable(`The carrier registry answered ${response.status}`);
      return toCarriers(response.text);
    }
  };
  return {
    source: 'fmcsa',
    findByUsdot: async (usdotNumber) => {
      const carriers = await read(encodeURIComponent(usdotNumber));
      if (carriers.some((carrier) => carrier.usdotNumber !== usdotNumber))
        throw new RegistryUnavailable('The carrier registry answered with another carrier');
      return carriers[0] ?? null;
    },
    findByMc: (mcNumber) => read(`docket-number/${encodeURIComponent(mcNumber)}`),
  };
}

/** Reads an answer. @throws RegistryUnavailable for an answer in another form, such as an error page */
function toCarriers(body: string): Carrier[] {
  const answer = answerSchema.safeParse(parsed(body));
  if (!answer.success) throw new RegistryUnavailable('The carrier registry answered in an unknown form');
  const entries = [answer.data.content ?? []].flat();
  return entries.flatMap(({ carrier }) => (carrier ? [toCarrier(carrier)] : []));
}

function toCarrier(answer: z.infer<typeof carrierAnswer>): Carrier {
  const { dotNumber, legalName, dbaName, phyCity, phyState, allowedToOperate, statusCode } = answer;
  const { oosDate, outOfServiceDate, outOfService } = answer;
  return {
    usdotNumber: dotNumber,
    legalName,
    dbaName: dbaName || null,
    city: phyCity || null,
    state: phyState || null,
    isAllowedToOperate: allowedToOperate.toUpperCase() === 'Y' && statusCode !== 'I',
    isOutOfService: Boolean(oosDate || outOfServiceDate) || outOfService?.toUpperCase() === 'Y',
    powerUnits: answer.totalPowerUnits ?? null,
    drivers: answer.totalDrivers ?? null,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
