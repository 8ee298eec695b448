import { createHmac } from 'node:crypto';
import { stringify } from 'uuid';
import type { Keys } from '#server/session/keys.ts';

/**
 * What a candidate of a job is called on the wire: always the same there, and nowhere else. The account's own id also stands
 * where a company knows the person by name, such as among those whom it invited or in its log.
 */
export function candidateId({ candidate }: Pick<Keys, 'candidate'>, jobId: string, userId: string): string {
  const bytes = createHmac('sha256', candidate).update(`${jobId} ${userId}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return stringify(bytes);
}
