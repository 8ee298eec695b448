/** The id of the job in the page's address: `/jobs/{id}`, `/es/jobs/{id}/apply`. */
export function jobIdOfPage(): string | undefined {
  return /\/jobs\/([^/]+)/.exec(location.pathname)?.[1];
}
