/** argon2id with 19 MiB, two passes and one lane: OWASP's minimum, 6 to 10 ms of one core. */
const argon2id = 2;
export const hashCost = { algorithm: argon2id, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** Whether a stored hash is weaker than one made today: another algorithm, less memory, or less work in total. */
export function isWeakerThanToday(passwordHash: string): boolean {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(passwordHash);
  if (!found) return true;
  const [memory, passes] = [Number(found[1]), Number(found[2])];
  return memory < hashCost.memoryCost || memory * passes < hashCost.memoryCost * hashCost.timeCost;
}
