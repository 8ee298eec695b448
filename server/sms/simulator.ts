import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OutgoingText, SmsService } from './port.ts';
import { isFormSigned } from './signature.ts';

/** The id of a text at the simulator, in the form of a real service's ids. */
const toSimulatedId = (id: string) => `SM${id.replaceAll('-', '')}`;

/** The built-in service: each text becomes a file in the data folder's `outbox`, next to the emails. Nothing is sent. */
export function simulatedSms({ dataDir, token }: { dataDir: string; token: string }): SmsService {
  const folder = join(dataDir, 'outbox');
  const toFilePath = (id: string) => join(folder, `${id}.sms.txt`);
  return {
    send: async ({ id, to, body }: OutgoingText) => {
      await mkdir(folder, { recursive: true });
      await writeFile(`${toFilePath(id)}.part`, `To: +1${to}\n\n${body}\n`);
      await rename(`${toFilePath(id)}.part`, toFilePath(id));
      return toSimulatedId(id);
    },
    findSent: async ({ id }) => (existsSync(toFilePath(id)) ? [toSimulatedId(id)] : []),
    isSigned: (url, form, signature) => isFormSigned(url, form, signature, [token]),
  };
}
