/** OWASP's minimum: argon2id with 19 MiB, two passes and one lane. A hash takes 6 to 10 ms of one core. */
const argon2id = 2;
export const hashCost = { algorithm: argon2id, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** Whether a stored hash is weaker than a new one: it has another algorithm, less memory, or less work in total. */
export function isWeakHash(passwordHash: string): boolean {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(passwordHash);
  if (!match) return true;
  const [memory, passes] = [Number(match[1]), Number(match[2])];
  return memory < hashCost.memoryCost || memory * passes < hashCost.memoryCost * hashCost.timeCost;
}
