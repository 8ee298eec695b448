import { hashSync, verifySync } from '@node-rs/argon2';

/** argon2id, 19 MiB, two passes, one lane: OWASP's floor, 6 to 10 ms of one core. */
const argon2id = 2;
const cost = { algorithm: argon2id, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** Makes and checks hashes in a thread of its own, which goes from one to the next without asking the main one. */
export const hash = (password: string): string => hashSync(password, cost);

export const verify = ({ against, password }: { against: string; password: string }): boolean => verifySync(against, password);
