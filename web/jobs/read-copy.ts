/** `?copy=` is the job that the first step of a duplicate created. Routes read it, so it is part of the first page load. */
export function readCopy({ copy }: Record<string, unknown>): { copy?: string | undefined } {
  return { copy: typeof copy === 'string' ? copy : undefined };
}
