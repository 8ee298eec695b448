/** `?copy=`: the job that the first step of a duplicate has made. */
export function readCopy({ copy }: Record<string, unknown>): { copy?: string | undefined } {
  return { copy: typeof copy === 'string' ? copy : undefined };
}
