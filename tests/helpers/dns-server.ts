import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type DnsServer = { address: string; stop: () => void };

const headerBytes = 12;
const txtRecordType = 16;

/**
 * Starts a DNS server that answers every TXT query with the text of a file, or with no record if the file does not exist.
 * It reads the file for each query, because another process can publish a record meanwhile.
 */
export async function startDnsServer(recordFile: string): Promise<DnsServer> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => socket.send(buildAnswer(query, readRecord(recordFile)), port, address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, stop: () => socket.close() };
}

/** The record file of the server for browser tests. It is next to the server's data. */
export const getDnsRecordFile = (dataDir: string): string => join(dataDir, 'dns-record.txt');

function readRecord(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** Answers a query with its question and one record for the question's name (RFC 1035, sections 4.1 and 3.3.14). */
function buildAnswer(query: Buffer, record: string | null): Buffer {
  const questionEnd = query.indexOf(0, headerBytes) + 5;
  const answer = Buffer.from(query.subarray(0, questionEnd));
  answer.writeUInt16BE(0x8180, 2);
  answer.writeUInt16BE(record === null ? 0 : 1, 6);
  answer.writeUInt32BE(0, 8);
  if (record === null) return answer;
  const text = Buffer.from(record);
  const fields = Buffer.alloc(12);
  // A pointer to the question's name, then type, class IN, seconds to live and length.
  fields.writeUInt16BE(0xc000 | headerBytes, 0);
  fields.writeUInt16BE(txtRecordType, 2);
  fields.writeUInt16BE(1, 4);
  fields.writeUInt32BE(0, 6);
  fields.writeUInt16BE(text.length + 1, 10);
  return Buffer.concat([answer, fields, Buffer.from([text.length]), text]);
}
