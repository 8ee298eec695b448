import { sep } from 'node:path';
import { DataFolderError } from '#server/db/embedded.ts';
import { OutdatedDatabaseError } from '#server/db/open.ts';
import { type Settings, InvalidSettingsError } from '#server/settings/env.ts';

type Setup = Pick<Settings, 'host' | 'port' | 'dataDir'> & { database: Pick<Settings['database'], 'url'> };
type FailureDetails = { code: string; message: string; syscall: string; path: string; hostname: string; port: number };

/**
 * Explains a failed start to the operator and names the setting (`docs/product/running.md#settings`). Null for a failure
 * that no setting explains, which is logged with its stack trace.
 */
export function startErrorText(error: unknown, setup: Setup | undefined): string | null {
  if (error instanceof InvalidSettingsError || error instanceof DataFolderError || error instanceof OutdatedDatabaseError)
    return error.message;
  const cause = detailsOf(error);
  const line = cause && setup ? explainFailure(cause, setup) : null;
  return line && `Wrong settings:\n  ${line}`;
}

function explainFailure(details: FailureDetails, { host, port, dataDir, database }: Setup): string | null {
  const { code, message, syscall, path, hostname } = details;
  if (syscall === 'listen' && code === 'EADDRINUSE') return `PORT: ${port} is in use by another process`;
  if (syscall === 'listen' && code === 'EACCES') return `PORT: ${port} is not for this user to listen at`;
  if (syscall === 'listen' || (syscall === 'getaddrinfo' && hostname === host))
    return `HOST: ${host} is no address of this machine`;
  if (path === dataDir || path.startsWith(dataDir + sep)) return `DATA_DIR: ${dataDir} cannot be used (${code})`;
  return database.url && isDatabaseError(details, database.url) ? `DATABASE_URL: the database did not open (${message})` : null;
}

/**
 * PostgreSQL's codes for a refused user, password or database, for too many connections, and for a server that is still
 * starting.
 */
const refusalCodes = new Set(['28000', '28P01', '3D000', '53300', '57P03']);
/** Codes for a server that does not answer, from the system and the driver. */
const unreachableCodes = new Set(
  'ECONNREFUSED ECONNRESET ENOTFOUND EAI_AGAIN ETIMEDOUT EHOSTUNREACH ENETUNREACH CONNECT_TIMEOUT CONNECTION_CLOSED'.split(' '),
);

/** Other services can be unreachable too, such as a storage bucket, so the address of the failure must be the database's. */
function isDatabaseError({ code, hostname, port }: FailureDetails, url: string): boolean {
  if (refusalCodes.has(code)) return true;
  const serverUrl = new URL(url);
  return unreachableCodes.has(code) && (hostname === serverUrl.hostname || port === Number(serverUrl.port || 5432));
}

/** The innermost cause that has a code. If a name has several addresses, it is the failure of the first address. */
function detailsOf(error: unknown): FailureDetails | null {
  let details: FailureDetails | null = null;
  for (let failure = error, depth = 0; failure instanceof Error && depth < 8; failure = failure.cause, depth += 1) {
    const cause: Partial<FailureDetails> & Error =
      failure instanceof AggregateError && failure.errors[0] instanceof Error ? failure.errors[0] : failure;
    const { code, message, syscall = '', path = '', hostname = '', port = 0 } = cause;
    if (typeof code === 'string') details = { code, message: message || code, syscall, path, hostname, port };
  }
  return details;
}
