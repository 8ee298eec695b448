import { DataFolderRefused } from '#server/db/embedded.ts';
import { type Settings, WrongSettings } from './env.ts';

type Setup = Pick<Settings, 'host' | 'port' | 'dataDir' | 'database'>;
type Told = { code: string; message: string; syscall: string; path: string; hostname: string };

/**
 * A start that cannot be, in words for whoever set it, each naming the setting (`running: Settings`). Null for a failure that
 * no setting explains: that one keeps its trace.
 */
export function refusalOf(error: unknown, setup: Setup | undefined): string | null {
  if (error instanceof WrongSettings || error instanceof DataFolderRefused) return error.message;
  const told = toldBy(error);
  const line = told && setup ? lineOf(told, setup) : null;
  return line && `Wrong settings:\n  ${line}`;
}

function lineOf({ code, message, syscall, path, hostname }: Told, { host, port, dataDir, database }: Setup): string | null {
  if (syscall === 'listen' && code === 'EADDRINUSE') return `PORT: ${port} is in use by another process`;
  if (syscall === 'listen' && code === 'EACCES') return `PORT: ${port} is not for this user to listen at`;
  if (syscall === 'listen' || (syscall === 'getaddrinfo' && hostname === host))
    return `HOST: ${host} is no address of this machine`;
  if (path && path.startsWith(dataDir)) return `DATA_DIR: ${dataDir} cannot be used (${code})`;
  return database.url && unopened.has(code) ? `DATABASE_URL: the database did not open (${message})` : null;
}

/** Nobody there, or somebody who refuses the name, the password or the database: the driver's words and PostgreSQL's. */
const unopened = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'CONNECT_TIMEOUT']);
for (const code of ['28000', '28P01', '3D000', '57P03']) unopened.add(code);

/** The innermost cause that has a code. */
function toldBy(error: unknown): Told | null {
  let found: Told | null = null;
  for (let one = error, depth = 0; one instanceof Error && depth < 8; one = one.cause, depth += 1) {
    const { code, message, syscall = '', path = '', hostname = '' }: Partial<Told> & Error = one;
    if (typeof code === 'string') found = { code, message, syscall, path, hostname };
  }
  return found;
}
