/**
 * Two who change the same thing at once: what each changed of what both had read. Where they changed different fields both
 * count; where they changed the same one differently, somebody is asked.
 */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

export function changedFields<Values extends object>(from: Values, to: Values): (keyof Values)[] {
  return (Object.keys(from) as (keyof Values)[]).filter((field) => !isSame(from[field], to[field]));
}

/** Fields that both changed from what stood there before, each to something else. */
export function clashes<Values extends object>(base: Values, mine: Values, theirs: Values): (keyof Values)[] {
  return changedFields(base, mine).filter((field) => !isSame(theirs[field], base[field]) && !isSame(theirs[field], mine[field]));
}

/** Theirs with what was changed here on top. */
export function merged<Values extends object>(base: Values, mine: Values, theirs: Values): Values {
  const own = changedFields(base, mine).map((field) => [field, mine[field]]);
  return { ...theirs, ...(Object.fromEntries(own) as Partial<Values>) };
}
